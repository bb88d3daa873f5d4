import { join } from 'node:path';
import { DAY, MINUTE } from '#contract/durations.ts';
import type { MayConnect } from '../../../outgoing/fetch-public.ts';
import { type Archive, type ArchivePage, ImportCounts } from '../readers/archive.ts';
import { ImportStoppedError } from '../readers/import-stopped-error.ts';
import {
  OWN_ARTIST_ID,
  openSavedArchive,
  type SavedArchiveRequest,
  splitIntoPages,
} from '../readers/saved-archive.ts';
import { createSetlistfmReader, SETLISTFM } from '../readers/setlistfm.ts';
import {
  buildSongfishShows,
  readSongfishRows,
  type SongfishOptions,
  type SongfishRow,
} from '../readers/songfish.ts';
import {
  createThrottledClient,
  NEXT_STEP,
  type ThrottledClient,
  type ThrottleOptions,
} from './throttled-client.ts';

/** Reads `files` if there are any, otherwise the site's API. */
export type ArchiveRequest = SavedArchiveRequest & { apiKey?: string | undefined };

export interface ConnectionOptions {
  dataDir: string;
  signal?: AbortSignal | undefined;
  /** Replaces the site in tests. `mayConnect` must allow it. */
  baseUrl?: string;
  mayConnect?: MayConnect;
  sleep?: NonNullable<ThrottleOptions['sleep']>;
  clock?: NonNullable<ThrottleOptions['clock']>;
  openSaved?: (request: SavedArchiveRequest) => Promise<Archive>;
}

/** Sends no request until its pages are iterated. */
export async function openArchive(
  request: ArchiveRequest,
  connection: ConnectionOptions,
): Promise<Archive> {
  const { openSaved = openSavedArchive } = connection;
  if (request.kind === 'shows' || request.files.length > 0) return openSaved(request);
  const importCounts = new ImportCounts();
  const { since } = request;
  if (request.kind === 'setlistfm') {
    const read = createSetlistfmReader({ artist: request.artist, since }, importCounts);
    return {
      source: SETLISTFM,
      importCounts,
      pages: fetchSetlistfmPages(request, read, connection),
    };
  }
  const { site, artist: artistId = OWN_ARTIST_ID } = request;
  const options = { site, artistId, since, importCounts };
  return {
    source: `songfish:${site}`,
    importCounts,
    pages: fetchSongfishPages(options, connection),
  };
}

/** API limits (2 requests a second, 1,440 a day): https://api.setlist.fm/docs/1.0/index.html */
async function* fetchSetlistfmPages(
  { artist, apiKey, since }: Extract<ArchiveRequest, { kind: 'setlistfm' }>,
  read: ReturnType<typeof createSetlistfmReader>,
  connection: ConnectionOptions,
): AsyncIterable<ArchivePage> {
  if (!apiKey || !artist)
    throw new ImportStoppedError(
      artist
        ? 'setlist.fm requires an API key. Get one at https://www.setlist.fm/settings/api and enter it on the Setup tab or as SETLISTFM_API_KEY, or import saved responses.'
        : 'The artist is missing. Enter the MusicBrainz ID, or import saved responses.',
    );
  const client = createClient(connection, {
    name: SETLISTFM,
    baseUrl: 'https://api.setlist.fm/rest/1.0/',
    headers: { 'x-api-key': apiKey },
    gapMs: 600,
    maxPerDay: 1_440,
    errorMessages: {
      403: 'it rejected the API key',
      404: 'it does not have this artist or any of their shows',
    },
  });
  let previousLastDay: string | undefined;
  for (let number = 1; ; number += 1) {
    const path = `artist/${encodeURIComponent(artist)}/setlists?p=${number}`;
    const readPage = (text: string, location: string) => {
      const response = read(text, location, NEXT_STEP);
      if (response.page === number) return response;
      throw new ImportStoppedError(
        location,
        `the site sent page ${response.page} instead of page ${number}`,
        NEXT_STEP,
      );
    };
    const page = await client.get(path, readPage, getMaxAgeMs(previousLastDay));
    yield { ...page, location: `page ${number} of ${page.pages}` };
    const isBeforeSince = since !== undefined && (page.lastDay ?? since) < since;
    if (number >= page.pages || isBeforeSince) return client.clearCache();
    previousLastDay = page.lastDay ?? previousLastDay;
  }
}

/** Returns how long an interrupted import may reuse a response: recent setlists may change. */
function getMaxAgeMs(latestDayOrYear: string | undefined): number {
  if (latestDayOrYear === undefined) return RECENT_CACHE_MS;
  const recentLimit = new Date(Date.now() - 2 * DAY).toISOString().slice(0, latestDayOrYear.length);
  return latestDayOrYear < recentLimit ? DAY / 2 : RECENT_CACHE_MS;
}

const RECENT_CACHE_MS = 10 * MINUTE;

type SongfishRequest = SongfishOptions & { importCounts: ImportCounts };

async function* fetchSongfishPages(
  options: SongfishRequest,
  connection: ConnectionOptions,
): AsyncIterable<ArchivePage> {
  const { site, artistId, since, importCounts } = options;
  const client = createClient(connection, {
    name: site,
    baseUrl: `https://${site}/api/v2/`,
    gapMs: 2_000,
  });
  const read = (text: string, location: string) =>
    readSongfishRows(text, location, NEXT_STEP, importCounts);
  const showRows = await client.get(
    `shows/artist_id/${artistId}.json`,
    read,
    getMaxAgeMs(undefined),
  );
  const years = new Map<string, SongfishRow[]>();
  for (const row of showRows) {
    const year = row.show.showdate.slice(0, 4);
    years.set(year, [...(years.get(year) ?? []), row]);
  }
  const selectedYears = [...years].filter(([year]) => !since || year >= since.slice(0, 4)).sort();
  for (const [year, shows] of selectedYears) {
    const songs = await fetchSetlists(client, year, read);
    const yearShows = buildSongfishShows([...shows, ...songs], options, {
      location: year,
      nextStep: NEXT_STEP,
    });
    for (const page of splitIntoPages(yearShows, { source: year, total: yearShows.length }))
      yield { location: page.location, shows: page.shows };
  }
  await client.clearCache();
}

async function fetchSetlists(
  client: ThrottledClient,
  year: string,
  read: (text: string, location: string) => SongfishRow[],
): Promise<SongfishRow[]> {
  // Sites ignore an unknown filter and return every row.
  const readYear = (text: string, location: string) => {
    const rows = read(text, location);
    const unexpectedRow = rows.find(({ show }) => !show.showdate.startsWith(year));
    if (!unexpectedRow) return rows;
    const reason = `the site sent a show on ${unexpectedRow.show.showdate} for the year ${year}`;
    throw new ImportStoppedError(
      location,
      reason,
      'The site does not support this filter. Import saved responses instead.',
    );
  };
  return client.get(`setlists/showyear/${year}.json`, readYear, getMaxAgeMs(year));
}

function createClient(
  connection: ConnectionOptions,
  options: Omit<ThrottleOptions, 'folder'>,
): ThrottledClient {
  const { dataDir, signal, baseUrl = options.baseUrl, mayConnect, sleep, clock } = connection;
  const folder = join(dataDir, 'imports', options.name.replaceAll(/[^\w.-]/g, '_'));
  return createThrottledClient({
    ...options,
    baseUrl,
    folder,
    signal,
    mayConnect,
    ...(sleep && { sleep }),
    ...(clock && { clock }),
  });
}
