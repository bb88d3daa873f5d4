import { IMPORT_LIMITS } from '#contract/import-limits.ts';
import { type Archive, type ArchivePage, type ArchiveShow, Handled } from './archive.ts';
import { ImportStopped } from './import-stopped.ts';
import { rejectWrongKind } from './reject-wrong-kind.ts';
import { createSetlistfmReader, SETLISTFM } from './setlistfm.ts';
import { createShowCheck, type ShowCheck } from './show-check.ts';
import { readShowLines } from './show-lines.ts';
import type { UsualStart } from './show-start.ts';
import { readSongfishRows, type SongfishRow, songfishShows } from './songfish.ts';
import { createUnpacker, decode, NOTHING_IMPORTED, type SavedFile, type Unpack } from './unpack.ts';

export type SavedWanted = {
  files: readonly SavedFile[];
  since?: string | undefined;
  usual?: UsualStart | undefined;
} & (
  | { kind: 'setlistfm'; artist?: string | undefined }
  | { kind: 'songfish'; site: string; artist?: string | undefined }
  | { kind: 'shows' }
);

/** A Songfish site's own band. */
export const OWN_ARTIST = '1';

const GO_ON = `${NOTHING_IMPORTED} Save it again and import it once more.`;

/** Checks all files first, so a rejected one imports nothing. Throws `ImportStopped`. */
export async function openSavedArchive(wanted: SavedWanted): Promise<Archive> {
  const handled = new Handled();
  const { files } = wanted;
  const checkShow = createShowCheck(wanted.usual);
  if (wanted.kind === 'shows') {
    const { count, shows } = await readShowLines(files, { handled, checkShow });
    const pages = pagesOf(shows, { source: namesOf(files), total: count });
    return { source: 'shows', handled, pages };
  }
  if (wanted.kind === 'setlistfm') {
    for await (const { where, shows } of setlistfmPages(wanted, new Handled()))
      for (const show of shows) checkShow(show, where);
    return { source: SETLISTFM, handled, pages: setlistfmPages(wanted, handled) };
  }
  const shows = await readSongfish(wanted, handled, checkShow);
  const pages = pagesOf(shows, { source: namesOf(files), total: shows.length });
  return { source: `songfish:${wanted.site}`, handled, pages };
}

function namesOf(files: readonly SavedFile[]): string {
  return files.length > 3 ? `${files.length} files` : files.map(({ name }) => name).join(', ');
}

/** Limits of one transaction: larger ones delay other requests. */
const SHOWS_IN_PAGE = 100;
const SONGS_IN_PAGE = 500;

/** Never splits a day, because its order distinguishes the shows. */
export function* pagesOf(
  shows: Iterable<ArchiveShow>,
  { source, total }: { source: string; total: number },
): Generator<ArchivePage> {
  let page: ArchiveShow[] = [];
  let songs = 0;
  let done = 0;
  const end = () => {
    const where = `${source}, show ${done + 1} of ${total}`;
    done += page.length;
    const ended = { where, shows: page, total };
    page = [];
    songs = 0;
    return ended;
  };
  for (const show of shows) {
    const isFull = page.length >= SHOWS_IN_PAGE || songs + show.songs.length > SONGS_IN_PAGE;
    if (page.length > 0 && isFull && page.at(-1)?.date !== show.date) yield end();
    page.push(show);
    songs += show.songs.length;
  }
  if (page.length > 0) yield end();
}

async function* setlistfmPages(
  { artist, since, files }: Extract<SavedWanted, { kind: 'setlistfm' }>,
  handled: Handled,
): AsyncGenerator<ArchivePage> {
  const unpack = createUnpacker();
  const read = createSetlistfmReader({ artist, since }, handled);
  for (const file of files) {
    const text = await readText(file, unpack);
    rejectWrongKind(text, 'setlistfm', file.name);
    const page = read(text, file.name, GO_ON);
    for (const part of pagesOf(page.shows, { source: file.name, total: page.shows.length }))
      yield { ...part, ...(page.total !== undefined && { total: page.total }) };
  }
}

/** A show's rows may span several files. */
async function readSongfish(
  { site, artist = OWN_ARTIST, since, files }: Extract<SavedWanted, { kind: 'songfish' }>,
  handled: Handled,
  checkShow: ShowCheck,
): Promise<ArchiveShow[]> {
  const unpack = createUnpacker();
  const rows: SongfishRow[] = [];
  for (const file of files) {
    const text = await readText(file, unpack);
    rejectWrongKind(text, 'songfish', file.name);
    for (const row of readSongfishRows(text, file.name, GO_ON, handled)) rows.push(row);
  }
  const place = { where: namesOf(files), goOn: GO_ON };
  const shows = songfishShows(rows, { site, artist, since, handled }, place);
  for (const show of shows) checkShow(show, place.where);
  return shows;
}

async function readText(file: SavedFile, unpack: Unpack): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of unpack(file)) {
    bytes += chunk.byteLength;
    if (bytes > IMPORT_LIMITS.answerBytes) throw isTooLong(file.name);
    chunks.push(chunk);
  }
  const text = decode(Buffer.concat(chunks), file.name);
  if (text.trim() === '')
    throw new ImportStopped(file.name, 'the file holds nothing', NOTHING_IMPORTED);
  return text;
}

function isTooLong(name: string): ImportStopped {
  const what = `an answer has ${IMPORT_LIMITS.answerBytes / 1024 / 1024} MB at most`;
  return new ImportStopped(name, what, `${NOTHING_IMPORTED} Save its shows in several answers.`);
}
