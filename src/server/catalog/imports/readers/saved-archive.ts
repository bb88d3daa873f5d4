import { IMPORT_LIMITS } from '#contract/import-limits.ts';
import { type Archive, type ArchivePage, type ArchiveShow, ImportCounts } from './archive.ts';
import { ImportStoppedError } from './import-stopped-error.ts';
import { rejectWrongKind } from './reject-wrong-kind.ts';
import { createSetlistfmReader, SETLISTFM } from './setlistfm.ts';
import { createShowCheck, type ShowCheck } from './show-check.ts';
import { readShowLines } from './show-lines.ts';
import type { DefaultStart } from './show-start.ts';
import { buildSongfishShows, readSongfishRows, type SongfishRow } from './songfish.ts';
import { createUnpacker, decode, NOTHING_IMPORTED, type SavedFile, type Unpack } from './unpack.ts';

export type SavedArchiveRequest = {
  files: readonly SavedFile[];
  since?: string | undefined;
  defaultStart?: DefaultStart | undefined;
} & (
  | { kind: 'setlistfm'; artist?: string | undefined }
  | { kind: 'songfish'; site: string; artist?: string | undefined }
  | { kind: 'shows' }
);

/** The ID of a Songfish site's own band. */
export const OWN_ARTIST_ID = '1';

const NEXT_STEP = `${NOTHING_IMPORTED} Save the file again, and import it again.`;

/**
 * Checks all files first, so that nothing is imported if one is rejected (`ImportStoppedError`).
 */
export async function openSavedArchive(request: SavedArchiveRequest): Promise<Archive> {
  const importCounts = new ImportCounts();
  const { files } = request;
  const checkShow = createShowCheck(request.defaultStart);
  if (request.kind === 'shows') {
    const { count, shows } = await readShowLines(files, { importCounts, checkShow });
    const pages = splitIntoPages(shows, { source: formatFileNames(files), total: count });
    return { source: 'shows', importCounts, pages };
  }
  if (request.kind === 'setlistfm') {
    for await (const { location, shows } of readSetlistfmPages(request, new ImportCounts()))
      for (const show of shows) checkShow(show, location);
    return { source: SETLISTFM, importCounts, pages: readSetlistfmPages(request, importCounts) };
  }
  const shows = await readSongfish(request, importCounts, checkShow);
  const pages = splitIntoPages(shows, { source: formatFileNames(files), total: shows.length });
  return { source: `songfish:${request.site}`, importCounts, pages };
}

function formatFileNames(files: readonly SavedFile[]): string {
  return files.length > 3 ? `${files.length} files` : files.map(({ name }) => name).join(', ');
}

/** Limits the size of a page's transaction, because larger ones delay other requests. */
const SHOWS_PER_PAGE = 100;
const SONGS_PER_PAGE = 500;

/** Never splits a day between pages, because the order within the day distinguishes its shows. */
export function* splitIntoPages(
  shows: Iterable<ArchiveShow>,
  { source, total }: { source: string; total: number },
): Generator<ArchivePage> {
  let page: ArchiveShow[] = [];
  let songCount = 0;
  let finishedCount = 0;
  const finishPage = () => {
    const location = `${source}, show ${finishedCount + 1} of ${total}`;
    finishedCount += page.length;
    const finishedPage = { location, shows: page, total };
    page = [];
    songCount = 0;
    return finishedPage;
  };
  for (const show of shows) {
    const isFull = page.length >= SHOWS_PER_PAGE || songCount + show.songs.length > SONGS_PER_PAGE;
    if (page.length > 0 && isFull && page.at(-1)?.date !== show.date) yield finishPage();
    page.push(show);
    songCount += show.songs.length;
  }
  if (page.length > 0) yield finishPage();
}

async function* readSetlistfmPages(
  { artist, since, files }: Extract<SavedArchiveRequest, { kind: 'setlistfm' }>,
  importCounts: ImportCounts,
): AsyncGenerator<ArchivePage> {
  const unpack = createUnpacker();
  const read = createSetlistfmReader({ artist, since }, importCounts);
  for (const file of files) {
    const text = await readText(file, unpack);
    rejectWrongKind(text, 'setlistfm', file.name);
    const page = read(text, file.name, NEXT_STEP);
    for (const part of splitIntoPages(page.shows, { source: file.name, total: page.shows.length }))
      yield { ...part, ...(page.total !== undefined && { total: page.total }) };
  }
}

/** A show's rows may span several files. */
async function readSongfish(
  {
    site,
    artist: artistId = OWN_ARTIST_ID,
    since,
    files,
  }: Extract<SavedArchiveRequest, { kind: 'songfish' }>,
  importCounts: ImportCounts,
  checkShow: ShowCheck,
): Promise<ArchiveShow[]> {
  const unpack = createUnpacker();
  const rows: SongfishRow[] = [];
  for (const file of files) {
    const text = await readText(file, unpack);
    rejectWrongKind(text, 'songfish', file.name);
    for (const row of readSongfishRows(text, file.name, NEXT_STEP, importCounts)) rows.push(row);
  }
  const context = { location: formatFileNames(files), nextStep: NEXT_STEP };
  const shows = buildSongfishShows(rows, { site, artistId, since, importCounts }, context);
  for (const show of shows) checkShow(show, context.location);
  return shows;
}

async function readText(file: SavedFile, unpack: Unpack): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of unpack(file)) {
    bytes += chunk.byteLength;
    if (bytes > IMPORT_LIMITS.responseBytes) throw createFileTooLargeError(file.name);
    chunks.push(chunk);
  }
  const text = decode(Buffer.concat(chunks), file.name);
  if (text.trim() === '')
    throw new ImportStoppedError(file.name, 'the file has no content', NOTHING_IMPORTED);
  return text;
}

function createFileTooLargeError(name: string): ImportStoppedError {
  const reason = `a saved response must not be larger than ${IMPORT_LIMITS.responseBytes / 1024 / 1024} MB`;
  return new ImportStoppedError(
    name,
    reason,
    `${NOTHING_IMPORTED} Save its shows in several files.`,
  );
}
