import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Archive, type ArchivePage, Handled } from './archive.ts';
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

/** A saved answer, gzip or plain. */
export interface SavedFile {
  name: string;
  bytes: Uint8Array;
}

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

const GO_ON_WITH_FILES =
  'Files before this one are in. Save it anew and run the same import again: nothing comes twice.';

/** Opens an archive to be imported. Nothing is asked before its pages are. */
export function openArchive(wanted: Wanted, reach: Reach): Archive {
  const handled = new Handled();
  const { files, since } = wanted;
  if (wanted.kind === 'shows') {
    const pages = files.flatMap((file) => [...showLinePages(textOf(file), file.name, handled)]);
    return { source: 'shows', handled, pages };
  }
  if (wanted.kind === 'setlistfm') {
    const read = createSetlistfmReader({ artist: wanted.artist, since }, handled);
    const pages = files.map((file) => () => read(textOf(file), file.name, GO_ON_WITH_FILES));
    if (pages.length > 0) return { source: SETLISTFM, handled, pages: eachOf(pages) };
    return { source: SETLISTFM, handled, pages: setlistfmPages(wanted, read, reach) };
  }
  const { site, artist = OWN_ARTIST } = wanted;
  const of = { site, artist, since, handled };
  const pages =
    files.length > 0 ? eachOf([() => savedSongfish(files, of)]) : songfishPages(of, reach);
  return { source: `songfish:${site}`, handled, pages };
}

/** Each page is read when the one before it has been written. */
function* eachOf(pages: readonly (() => ArchivePage)[]): Iterable<ArchivePage> {
  for (const read of pages) yield read();
}

/** The text of a file. Throws where it is none. */
export function textOf({ name, bytes }: SavedFile): string {
  try {
    const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
    const plain = isGzip ? gunzipSync(bytes, { maxOutputLength: MOST_BYTES }) : bytes;
    return new TextDecoder('utf-8', { fatal: true }).decode(plain);
  } catch {
    throw new ImportStopped(name, 'this is neither text nor a whole gzip file', GO_ON_WITH_FILES);
  }
}

const MOST_BYTES = 256 * 1024 * 1024;

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
      'Set SETLISTFM_API_KEY (https://www.setlist.fm/settings/api) and name the artist by its MusicBrainz id, or import saved answers.',
    );
  const client = clientOf(reach, {
    name: SETLISTFM,
    baseUrl: 'https://api.setlist.fm/rest/1.0/',
    headers: { 'x-api-key': apiKey },
    gapMs: 600,
    mostADay: 1_440,
    refusals: {
      403: 'it does not take the key in SETLISTFM_API_KEY',
      404: 'it knows no such artist, or no show of theirs',
    },
  });
  for (let number = 1; ; number += 1) {
    const path = `artist/${encodeURIComponent(artist)}/setlists?p=${number}`;
    const page = await client.get(path, (text, where) => {
      const answer = read(text, where, GO_ON);
      if (answer.page === number) return answer;
      throw new ImportStopped(where, `page ${answer.page} came instead of page ${number}`, GO_ON);
    });
    yield { ...page, where: `page ${number} of ${page.pages}` };
    const isPast = since !== undefined && (page.lastDay ?? since) < since;
    if (number >= page.pages || isPast) return;
  }
}

type OfSongfish = SongfishWanted & { handled: Handled };

/** A show's rows may stand in several files. */
function savedSongfish(files: readonly SavedFile[], of: OfSongfish): ArchivePage {
  const rows = files.flatMap((file) =>
    readSongfishRows(textOf(file), file.name, GO_ON_WITH_FILES, of.handled),
  );
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
  const all = await client.get(`shows/artist_id/${artist}.json`, read);
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
}

async function setlistsOf(
  client: PoliteClient,
  year: string,
  read: (text: string, where: string) => SongfishRow[],
): Promise<SongfishRow[]> {
  return client.get(`setlists/showyear/${year}.json`, (text, where) => {
    const rows = read(text, where);
    const stray = rows.find(({ show }) => !show.showdate.startsWith(year));
    if (!stray) return rows;
    const what = `it was asked for ${year} and answers with ${stray.show.showdate}`;
    throw new ImportStopped(
      where,
      what,
      'The site does not know this filter. Import saved answers.',
    );
  });
}

function clientOf(reach: Reach, manners: Omit<Manners, 'folder'>): PoliteClient {
  const { dataDir, signal, baseUrl = manners.baseUrl, sleep } = reach;
  const folder = join(dataDir, 'imports', manners.name.replaceAll(/[^\w.-]/g, '_'));
  return createPoliteClient({ ...manners, baseUrl, folder, signal, ...(sleep && { sleep }) });
}
