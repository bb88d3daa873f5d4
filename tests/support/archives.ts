import type { Endpoint, QueryInputOf } from '#contract/endpoint.ts';
import { startImport } from '#contract/imports.ts';
import { urlOf } from '#contract/url.ts';
import type { ArchivePage } from '#server/catalogue/imports/readers/archive.ts';
import { openArchive, type Wanted } from '#server/catalogue/imports/sites/open-archive.ts';
import type { Answer, Caller } from './test-app.ts';

// Small made-up responses in the formats of the real archives.

export const ARTIST = '7f4f7a0e-0000-4000-8000-000000000001';
export const USUAL = { start: '19:30', zone: 'America/New_York' };

type Song = string | Record<string, unknown>;

/**
 * A setlist in setlist.fm's format. Each of `sets` is a list of songs; the last of several is the
 * encore.
 */
export function fmSetlist(fields: Record<string, unknown> = {}, ...sets: Song[][]) {
  const named = (song: Song) => (typeof song === 'string' ? { name: song } : song);
  return {
    id: '63de4613',
    versionId: 'g1',
    eventDate: '08-05-2019',
    artist: { mbid: ARTIST, name: 'The Lanterns' },
    venue: {
      id: 'v1',
      name: 'Barton Hall',
      city: {
        name: 'Ithaca',
        state: 'New York',
        stateCode: 'NY',
        country: { code: 'US', name: 'United States' },
      },
    },
    tour: { name: 'Spring Tour' },
    url: 'https://www.setlist.fm/setlist/63de4613.html',
    sets: {
      set: sets.map((songs, index) => ({
        ...(index > 0 && index === sets.length - 1 && { encore: 1 }),
        song: songs.map(named),
      })),
    },
    ...fields,
  };
}

export function fmPage(setlists: unknown[], { page = 1, total = setlists.length } = {}): string {
  return JSON.stringify({ type: 'setlists', itemsPerPage: 20, page, total, setlist: setlists });
}

/** A row of a Songfish response: one song of a show. */
export function fishRow(fields: Record<string, unknown> = {}) {
  return {
    uniqueid: `${fields.position ?? 1}`,
    show_id: 1_700_000_001,
    showdate: '2022-10-10',
    showtime: null,
    artist_id: 1,
    song_id: 133,
    songname: 'Ember',
    settype: 'Set',
    setnumber: '1',
    position: 1,
    transition_id: 1,
    footnote: '',
    footnotes: null,
    permalink: 'lanterns-october-10-2022.html',
    venuename: 'Red Rocks',
    city: 'Morrison',
    state: 'CO',
    country: 'USA',
    timezone: null,
    tour_id: 1,
    tourname: 'Not Part of a Tour',
    shownotes: '',
    showtitle: '',
    showorder: 1,
    opener: '',
    soundcheck: '',
    isreprise: 0,
    isoriginal: 1,
    original_artist: '',
    ...fields,
  };
}

export function fishAnswer(rows: unknown[]): string {
  return JSON.stringify({ error: false, error_message: '', data: rows });
}

/** A show as a JSON line. Songs are titles or objects with more fields. */
export function showLine(fields: Record<string, unknown> = {}, ...songs: Song[]): string {
  const line = {
    id: 'cornell',
    date: '1977-05-08',
    order: 0,
    venue: 'Barton Hall',
    city: 'Ithaca',
    state: 'NY',
    country: 'US',
    tour: null,
    songs: songs.map((song) => ({
      set: '1',
      segue: false,
      encore: false,
      ...(typeof song === 'string' ? { title: song } : song),
    })),
  };
  return JSON.stringify({ ...line, ...fields });
}

export const bytesOf = (text: string) => new TextEncoder().encode(text);

/** The upload of these lines. */
export function linesUpload(...lines: string[]): Upload {
  return uploadOf({ kind: 'shows', ...USUAL }, { 'shows.jsonl': lines.join('\n') });
}

/** The upload of these setlists, saved from setlist.fm. */
export function fmUpload(...setlists: unknown[]): Upload {
  return uploadOf({ kind: 'setlistfm', ...USUAL }, { 'page 1': fmPage(setlists) });
}

interface Upload {
  query: QueryInputOf<typeof startImport>;
  form: FormData;
}

/** The upload of files by name. */
export function uploadOf(
  query: Upload['query'],
  files: Record<string, string | Uint8Array<ArrayBuffer>>,
): Upload {
  const form = new FormData();
  for (const [name, content] of Object.entries(files))
    form.append('files', new Blob([content]), name);
  return { query, form };
}

/** Uploads files to the import, or to another endpoint that takes files. */
export async function upload(
  by: Caller,
  { query, form }: Upload,
  { path }: Pick<Endpoint, 'path'> = startImport,
): Promise<Answer> {
  const { headers, body } = await multipartOf(form);
  return by.post(urlOf(path, { query }), body, headers);
}

/** Encodes a form for a call in process. */
export async function multipartOf(form: FormData) {
  const sent = new Response(form);
  const headers = { 'content-type': sent.headers.get('content-type') ?? '' };
  return { headers, body: Buffer.from(await sent.arrayBuffer()) };
}

/** Reads saved archive files; returns the shows and the counts. */
export async function readArchiveFiles(wanted: Partial<Wanted>, ...texts: (string | Uint8Array)[]) {
  const files = texts.map((text, index) => {
    return { name: `file ${index + 1}`, bytes: typeof text === 'string' ? bytesOf(text) : text };
  });
  const archive = await openArchive({ usual: USUAL, ...wanted, files } as Wanted, {
    dataDir: 'unused',
  });
  const pages: ArchivePage[] = [];
  for await (const page of archive.pages) pages.push(page);
  return { shows: pages.flatMap(({ shows }) => shows), counts: archive.handled.counts };
}
