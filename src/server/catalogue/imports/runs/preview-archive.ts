import { TransactionRollbackError } from 'drizzle-orm';
import type { ImportPreview } from '#contract/imports.ts';
import { identityKey } from '#contract/text.ts';
import { runChange } from '../../../changes/run-change.ts';
import type { Db } from '../../../db/open.ts';
import { findSongId, readSongIndex, type SongIndex } from '../../song-index.ts';
import type { Archive, ArchivePage } from '../readers/archive.ts';
import { detailsOf } from '../readers/details.ts';
import { startOf } from '../readers/show-start.ts';
import { entriesOf } from '../reconcile/archive-rows.ts';
import { previewLines } from './format-summary.ts';
import { addCounts, type ImportOptions, noCounts, type PageCounts } from './import-options.ts';
import { writePage } from './write-page.ts';

const STARTS = 5;
/** With fewer songs, most may well be new. */
const FEW_SONGS = 5;

/** Writes each page as an import does, and rolls it back. */
export async function previewArchive(
  db: Db,
  archive: Archive,
  { isFirstPage, ...options }: ImportOptions & { isFirstPage: boolean },
): Promise<ImportPreview> {
  const { source, handled } = archive;
  const counts = noCounts();
  const index = await readSongIndex(db);
  const songs = { all: new Set<string>(), unknown: new Set<string>() };
  const starts: ImportPreview['firstShows'] = [];
  let done = 0;
  for await (const page of archive.pages) {
    options.signal?.throwIfAborted();
    addCounts(counts, await countsOf(db, source, page, options));
    countSongs(songs, { source, page, index });
    starts.push(...startsOf(page, options).slice(0, STARTS - starts.length));
    done += page.shows.length;
    await options.onProgress?.({ where: page.where, done, total: page.total });
    if (isFirstPage) break;
  }
  const { filled, proposed, unchanged } = counts.shows;
  const preview = {
    shows: { new: counts.shows.new, changed: filled + proposed, unchanged },
    songs: { all: songs.all.size, unknown: songs.unknown.size },
  };
  const lines = previewLines({ source, ...counts, handled: handled.counts }, preview);
  const doubt = doubtOf(preview.songs, index);
  return { source, isFirstPage, ...preview, doubt, firstShows: starts, lines };
}

async function countsOf(
  db: Db,
  source: string,
  page: ArchivePage,
  options: ImportOptions,
): Promise<PageCounts> {
  let counts = noCounts();
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
  for (const { song } of page.shows.flatMap((show) => entriesOf(source, show.songs))) {
    const key = identityKey(song.title);
    all.add(key);
    if (!findSongId(index, song)) unknown.add(key);
  }
}

function startsOf({ shows, where }: ArchivePage, { usual }: ImportOptions) {
  return shows.slice(0, STARTS).map((show) => {
    const { date, timeZone } = startOf(show, usual, where);
    return { name: detailsOf(show).name, date: date.toISOString(), timeZone };
  });
}

function doubtOf({ all, unknown }: ImportPreview['songs'], { titles }: SongIndex): string | null {
  const isDoubtful = titles.size > 0 && all >= FEW_SONGS && unknown > all / 2;
  return isDoubtful ? `${unknown} of ${all} songs are unknown here: is this the right band?` : null;
}
