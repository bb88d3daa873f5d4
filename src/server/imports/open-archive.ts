import { join } from 'node:path';
import { type Archive, type ArchivePage, Handled } from './archive.ts';
import { createTextReader, GO_ON_WITH_FILES, type SavedFile } from './file-text.ts';
import { ImportStopped } from './import-stopped.ts';
import { createPoliteClient, GO_ON, type Manners, type PoliteClient } from './polite-client.ts';
import { createSetlistfmReader, SETLISTFM } from './setlistfm.ts';
import { showLinePages } from './show-lines.ts';
import {
  readSongfishRows,
  type SongfishRow,
  type SongfishWanted,
  songfishShows,
} from './songfish.ts';

/** What shall be imported: from saved answers where there are files, else from the site. */
export type Wanted = { files: readonly SavedFile[]; since?: string | undefined } & (
  | { kind: 'setlistfm'; artist?: string | undefined; apiKey?: string | undefined }
  | { kind: 'songfish'; site: string; artist?: string | undefined }
  | { kind: 'shows' }
);

export interface Reach {
  /** The data folder: what sites answer is kept in it. */
  dataDir: string;
  signal?: AbortSignal | undefined;
  /** In the place of the site itself. */
  baseUrl?: string;
  sleep?: NonNullable<Manners['sleep']>;
}

/** Site's own band of a Songfish site. */
const OWN_ARTIST = '1';

/** Opens an archive to be imported. No site is asked before its pages are. */
export async function openArchive(wanted: Wanted, reach: Reach): Promise<Archive> {
  const handled = new Handled();
  const { files, since } = wanted;
  const textOf = createTextReader();
  if (wanted.kind === 'shows') {
    const pages: ArchivePage[] = [];
    for (const file of files) pages.push(...showLinePages(await textOf(file), file.name, handled));
    const total = pages.reduce((sum, { shows }) => sum + shows.length, 0);
    return { source: 'shows', handled, pages: pages.map((page) => ({ ...page, total })) };
  }
  if (wanted.kind === 'setlistfm') {
    const read = createSetlistfmReader({ artist: wanted.artist, since }, handled);
    const saved = eachOf(files, async (file) =>
      read(await textOf(file), file.name, GO_ON_WITH_FILES),
    );
    const pages = files.length > 0 ? saved : setlistfmPages(wanted, read, reach);
    return { source: SETLISTFM, handled, pages };
  }
  const { site, artist = OWN_ARTIST } = wanted;
  const of = { site, artist, since, handled };
  const pages =
    files.length > 0
      ? eachOf([files], (all) => savedSongfish(all, textOf, of))
      : songfishPages(of, reach);
  return { source: `songfish:${site}`, handled, pages };
}

/** Each page is read when the one before it has been written. */
async function* eachOf<Saved>(
  saved: readonly Saved[],
  read: (one: Saved) => Promise<ArchivePage>,
): AsyncIterable<ArchivePage> {
  for (const one of saved) yield read(one);
}

/** Pages of 20, the newest show first. https://api.setlist.fm/docs/1.0/index.html: 2 a second, 1,440 a day. */
async function* setlistfmPages(
  { artist, apiKey, since }: Extract<Wanted, { kind: 'setlistfm' }>,
  read: ReturnType<typeof createSetlistfmReader>,
  reach: Reach,
): AsyncIterable<ArchivePage> {
  if (!apiKey || !artist)
    throw new ImportStopped(
      SETLISTFM,
      artist ? 'there is no key to its API' : 'no artist is named',
      'Enter a key (https://www.setlist.fm/settings/api gives one) on the Setup tab or as SETLISTFM_API_KEY, and name the artist by its MusicBrainz id; or import saved answers.',
    );
  const client = clientOf(reach, {
    name: SETLISTFM,
    baseUrl: 'https://api.setlist.fm/rest/1.0/',
    headers: { 'x-api-key': apiKey },
    gapMs: 600,
    mostADay: 1_440,
    refusals: {
      403: 'it does not take our key',
      404: 'it knows no such artist, or no show of theirs',
    },
  });
  let dayBefore: string | undefined;
  for (let number = 1; ; number += 1) {
    const path = `artist/${encodeURIComponent(artist)}/setlists?p=${number}`;
    const readPage = (text: string, where: string) => {
      const answer = read(text, where, GO_ON);
      if (answer.page === number) return answer;
      throw new ImportStopped(where, `page ${answer.page} came instead of page ${number}`, GO_ON);
    };
    const page = await client.get(path, readPage, keptFor(dayBefore));
    yield { ...page, where: `page ${number} of ${page.pages}` };
    const isPast = since !== undefined && (page.lastDay ?? since) < since;
    if (number >= page.pages || isPast) return client.forget();
    dayBefore = page.lastDay ?? dayBefore;
  }
}

/**
 * How long an answer serves an import that goes on where it was cut off. `latest` is the last day, or
 * year, that it may tell of: of two days ago a setlist is still being written, and earlier ones rest.
 */
function keptFor(latest: string | undefined): number {
  if (latest === undefined) return OF_LATE_MS;
  const ofLate = new Date(Date.now() - 2 * DAY_MS).toISOString().slice(0, latest.length);
  return latest < ofLate ? DAY_MS / 2 : OF_LATE_MS;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const OF_LATE_MS = 10 * 60 * 1000;

type OfSongfish = SongfishWanted & { handled: Handled };

/** A show's rows may stand in several files. */
async function savedSongfish(
  files: readonly SavedFile[],
  textOf: (file: SavedFile) => Promise<string>,
  of: OfSongfish,
): Promise<ArchivePage> {
  const rows: SongfishRow[] = [];
  for (const file of files) {
    const text = await textOf(file);
    for (const row of readSongfishRows(text, file.name, GO_ON_WITH_FILES, of.handled))
      rows.push(row);
  }
  const shows = songfishShows(rows, of);
  return { where: files.map(({ name }) => name).join(', '), shows, total: shows.length };
}

/** The list of shows, then the setlists of each year. A filter that a site does not know lets all through. */
async function* songfishPages(of: OfSongfish, reach: Reach): AsyncIterable<ArchivePage> {
  const { site, artist, since, handled } = of;
  const client = clientOf(reach, {
    name: site,
    baseUrl: `https://${site}/api/v2/`,
    gapMs: 2_000,
  });
  const read = (text: string, where: string) => readSongfishRows(text, where, GO_ON, handled);
  const all = await client.get(`shows/artist_id/${artist}.json`, read, keptFor(undefined));
  const years = new Map<string, SongfishRow[]>();
  for (const row of all) {
    const year = row.show.showdate.slice(0, 4);
    years.set(year, [...(years.get(year) ?? []), row]);
  }
  const wanted = [...years].filter(([year]) => !since || year >= since.slice(0, 4)).sort();
  for (const [year, shows] of wanted) {
    const songs = await setlistsOf(client, year, read);
    const page = songfishShows([...shows, ...songs], of);
    yield { where: year, shows: page };
  }
  await client.forget();
}

async function setlistsOf(
  client: PoliteClient,
  year: string,
  read: (text: string, where: string) => SongfishRow[],
): Promise<SongfishRow[]> {
  const readYear = (text: string, where: string) => {
    const rows = read(text, where);
    const stray = rows.find(({ show }) => !show.showdate.startsWith(year));
    if (!stray) return rows;
    const what = `it was asked for ${year} and answers with ${stray.show.showdate}`;
    throw new ImportStopped(
      where,
      what,
      'The site does not know this filter. Import saved answers.',
    );
  };
  return client.get(`setlists/showyear/${year}.json`, readYear, keptFor(year));
}

function clientOf(reach: Reach, manners: Omit<Manners, 'folder'>): PoliteClient {
  const { dataDir, signal, baseUrl = manners.baseUrl, sleep } = reach;
  const folder = join(dataDir, 'imports', manners.name.replaceAll(/[^\w.-]/g, '_'));
  return createPoliteClient({ ...manners, baseUrl, folder, signal, ...(sleep && { sleep }) });
}
