import type { Endpoint, QueryInputOf } from '#contract/endpoint.ts';
import { startImport } from '#contract/imports.ts';
import { buildUrl } from '#contract/url.ts';
import type { ArchivePage } from '#server/catalog/imports/readers/archive.ts';
import { type ArchiveRequest, openArchive } from '#server/catalog/imports/sites/open-archive.ts';
import type { Caller, TestResponse } from './test-app.ts';

// Small synthetic responses in the formats of the real archives.

export const ARTIST = '7f4f7a0e-0000-4000-8000-000000000001';
export const DEFAULT_START = { start: '19:30', zone: 'America/New_York' };

type Song = string | Record<string, unknown>;

/** If there are several `sets`, the last one is the encore. */
export function buildFmSetlist(fields: Record<string, unknown> = {}, ...sets: Song[][]) {
  const toSong = (song: Song) => (typeof song === 'string' ? { name: song } : song);
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
        song: songs.map(toSong),
      })),
    },
    ...fields,
  };
}

export function buildFmPage(
  setlists: unknown[],
  { page = 1, total = setlists.length } = {},
): string {
  return JSON.stringify({ type: 'setlists', itemsPerPage: 20, page, total, setlist: setlists });
}

export function buildFishRow(fields: Record<string, unknown> = {}) {
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

export function toFishResponse(rows: unknown[]): string {
  return JSON.stringify({ error: false, error_message: '', data: rows });
}

export function formatShowLine(fields: Record<string, unknown> = {}, ...songs: Song[]): string {
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

export const toBytes = (text: string) => new TextEncoder().encode(text);

export function buildLinesUpload(...lines: string[]): Upload {
  return buildUpload({ kind: 'shows', ...DEFAULT_START }, { 'shows.jsonl': lines.join('\n') });
}

export function buildFmUpload(...setlists: unknown[]): Upload {
  return buildUpload({ kind: 'setlistfm', ...DEFAULT_START }, { 'page 1': buildFmPage(setlists) });
}

interface Upload {
  query: QueryInputOf<typeof startImport>;
  form: FormData;
}

export function buildUpload(
  query: Upload['query'],
  files: Record<string, string | Uint8Array<ArrayBuffer>>,
): Upload {
  const form = new FormData();
  for (const [name, content] of Object.entries(files))
    form.append('files', new Blob([content]), name);
  return { query, form };
}

export async function upload(
  caller: Caller,
  { query, form }: Upload,
  { path }: Pick<Endpoint, 'path'> = startImport,
): Promise<TestResponse> {
  const { headers, body } = await encodeForm(form);
  return caller.post(buildUrl(path, { query }), body, headers);
}

export async function encodeForm(form: FormData) {
  const response = new Response(form);
  const headers = { 'content-type': response.headers.get('content-type') ?? '' };
  return { headers, body: Buffer.from(await response.arrayBuffer()) };
}

export async function readArchiveFiles(
  request: Partial<ArchiveRequest>,
  ...contents: (string | Uint8Array)[]
) {
  const files = contents.map((content, index) => {
    return {
      name: `file ${index + 1}`,
      bytes: typeof content === 'string' ? toBytes(content) : content,
    };
  });
  const archive = await openArchive(
    { defaultStart: DEFAULT_START, ...request, files } as ArchiveRequest,
    {
      dataDir: 'unused',
    },
  );
  const pages: ArchivePage[] = [];
  for await (const page of archive.pages) pages.push(page);
  return { shows: pages.flatMap(({ shows }) => shows), counts: archive.importCounts.byKey };
}
