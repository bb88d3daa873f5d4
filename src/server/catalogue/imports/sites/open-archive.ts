import { join } from 'node:path';
import { DAY } from '#contract/durations.ts';
import { type Archive, type ArchivePage, Handled } from '../readers/archive.ts';
import { ImportStopped } from '../readers/import-stopped.ts';
import {
  OWN_ARTIST,
  openSavedArchive,
  pagesOf,
  type SavedWanted,
} from '../readers/saved-archive.ts';
import { createSetlistfmReader, SETLISTFM } from '../readers/setlistfm.ts';
import {
  readSongfishRows,
  type SongfishRow,
  type SongfishWanted,
  songfishShows,
} from '../readers/songfish.ts';
import type { MayConnect } from './fetch-public.ts';
import {
  createThrottledClient,
  GO_ON,
  type ThrottledClient,
  type ThrottleOptions,
} from './throttled-client.ts';

/** The files if any, else the site's API. */
export type Wanted = SavedWanted & { apiKey?: string | undefined };

export interface Reach {
  dataDir: string;
  signal?: AbortSignal | undefined;
  /** Replaces the site in tests. `mayConnect` must allow its address. */
  baseUrl?: string;
  mayConnect?: MayConnect;
  sleep?: NonNullable<ThrottleOptions['sleep']>;
  clock?: NonNullable<ThrottleOptions['clock']>;
  openSaved?: (wanted: SavedWanted) => Promise<Archive>;
}

/** Sends no request until its pages are iterated. */
export async function openArchive(wanted: Wanted, reach: Reach): Promise<Archive> {
  const { openSaved = openSavedArchive } = reach;
  if (wanted.kind === 'shows' || wanted.files.length > 0) return openSaved(wanted);
  const handled = new Handled();
  const { since } = wanted;
  if (wanted.kind === 'setlistfm') {
    const read = createSetlistfmReader({ artist: wanted.artist, since }, handled);
    return { source: SETLISTFM, handled, pages: setlistfmPages(wanted, read, reach) };
  }
  const { site, artist = OWN_ARTIST } = wanted;
  const of = { site, artist, since, handled };
  return { source: `songfish:${site}`, handled, pages: songfishPages(of, reach) };
}

/** Newest first. Limits (2 a second, 1,440 a day): https://api.setlist.fm/docs/1.0/index.html */
async function* setlistfmPages(
  { artist, apiKey, since }: Extract<Wanted, { kind: 'setlistfm' }>,
  read: ReturnType<typeof createSetlistfmReader>,
  reach: Reach,
): AsyncIterable<ArchivePage> {
  if (!apiKey || !artist)
    throw new ImportStopped(
      artist
        ? 'There is no key to setlist.fm. Enter a key (https://www.setlist.fm/settings/api gives one) on the Setup tab or as SETLISTFM_API_KEY, or import saved answers.'
        : 'No artist is named. Enter its MusicBrainz id, or import saved answers.',
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
 * How many ms an interrupted import may reuse a response. `latest` is the last day or year that it
 * may cover: setlists of the last two days may still be edited.
 */
function keptFor(latest: string | undefined): number {
  if (latest === undefined) return OF_LATE_MS;
  const ofLate = new Date(Date.now() - 2 * DAY).toISOString().slice(0, latest.length);
  return latest < ofLate ? DAY / 2 : OF_LATE_MS;
}

const OF_LATE_MS = 10 * 60 * 1000;

type OfSongfish = SongfishWanted & { handled: Handled };

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
    const all = songfishShows([...shows, ...songs], of, { where: year, goOn: GO_ON });
    for (const page of pagesOf(all, { source: year, total: all.length }))
      yield { where: page.where, shows: page.shows };
  }
  await client.forget();
}

async function setlistsOf(
  client: ThrottledClient,
  year: string,
  read: (text: string, where: string) => SongfishRow[],
): Promise<SongfishRow[]> {
  // Sites ignore an unknown filter and return every row.
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

function clientOf(reach: Reach, manners: Omit<ThrottleOptions, 'folder'>): ThrottledClient {
  const { dataDir, signal, baseUrl = manners.baseUrl, mayConnect, sleep, clock } = reach;
  const folder = join(dataDir, 'imports', manners.name.replaceAll(/[^\w.-]/g, '_'));
  return createThrottledClient({
    ...manners,
    baseUrl,
    folder,
    signal,
    mayConnect,
    ...(sleep && { sleep }),
    ...(clock && { clock }),
  });
}
