import { TransactionRollbackError } from 'drizzle-orm';
import type { ImportPreview } from '#contract/imports.ts';
import { identityKey } from '#contract/text.ts';
import { runChange } from '../../../changes/run-change.ts';
import type { Db } from '../../../db/open.ts';
import { findSongId, readSongIndex, type SongIndex } from '../../song-index.ts';
import type { Archive, ArchivePage } from '../readers/archive.ts';
import { toDetails } from '../readers/details.ts';
import { resolveStart } from '../readers/show-start.ts';
import { toEntries } from '../reconcile/archive-rows.ts';
import { formatPreviewLines } from './format-summary.ts';
import {
  addCounts,
  createPageCounts,
  type ImportOptions,
  type PageCounts,
} from './import-options.ts';
import { writePage } from './write-page.ts';

const MAX_STARTS = 5;
/** With fewer songs in the archive, a high share of new ones is not suspicious. */
const MIN_SONGS_FOR_DOUBT = 5;

/** Writes each page as an import does, and rolls it back. */
export async function previewArchive(
  db: Db,
  archive: Archive,
  { isFirstPage, ...options }: ImportOptions & { isFirstPage: boolean },
): Promise<ImportPreview> {
  const { source, importCounts } = archive;
  const counts = createPageCounts();
  const index = await readSongIndex(db);
  const songs = { all: new Set<string>(), unknown: new Set<string>() };
  const starts: ImportPreview['firstShows'] = [];
  let doneCount = 0;
  for await (const page of archive.pages) {
    options.signal?.throwIfAborted();
    addCounts(counts, await countPage(db, source, page, options));
    countSongs(songs, { source, page, index });
    starts.push(...listStarts(page, options).slice(0, MAX_STARTS - starts.length));
    doneCount += page.shows.length;
    await options.onProgress?.({ location: page.location, done: doneCount, total: page.total });
    if (isFirstPage) break;
  }
  const { filled, proposed, unchanged } = counts.shows;
  const preview = {
    shows: { new: counts.shows.new, changed: filled + proposed, unchanged },
    songs: { all: songs.all.size, unknown: songs.unknown.size },
  };
  const lines = formatPreviewLines(
    { source, ...counts, readerCounts: importCounts.byKey },
    preview,
  );
  const doubt = formatDoubt(preview.songs, index);
  return { source, isFirstPage, ...preview, doubt, firstShows: starts, lines };
}

async function countPage(
  db: Db,
  source: string,
  page: ArchivePage,
  options: ImportOptions,
): Promise<PageCounts> {
  let counts = createPageCounts();
  try {
    await runChange(db, null, async (scope) => {
      counts = await writePage(scope, source, page, options);
      scope.tx.rollback();
    });
  } catch (error) {
    if (!(error instanceof TransactionRollbackError)) throw error;
  }
  return counts;
}

function countSongs(
  { all, unknown }: { all: Set<string>; unknown: Set<string> },
  { source, page, index }: { source: string; page: ArchivePage; index: SongIndex },
): void {
  for (const { song } of page.shows.flatMap((show) => toEntries(source, show.songs))) {
    const key = identityKey(song.title);
    all.add(key);
    if (!findSongId(index, song)) unknown.add(key);
  }
}

function listStarts({ shows, location }: ArchivePage, { defaultStart }: ImportOptions) {
  return shows.slice(0, MAX_STARTS).map((show) => {
    const { date, timeZone } = resolveStart(show, defaultStart, location);
    return { name: toDetails(show).name, date: date.toISOString(), timeZone };
  });
}

function formatDoubt(
  { all, unknown }: ImportPreview['songs'],
  { titles }: SongIndex,
): string | null {
  const isDoubtful = titles.size > 0 && all >= MIN_SONGS_FOR_DOUBT && unknown > all / 2;
  return isDoubtful ? `${unknown} of ${all} songs are new. Is this the right band?` : null;
}
