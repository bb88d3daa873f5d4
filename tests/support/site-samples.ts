import type { CurrentUser } from '#contract/accounts.ts';
import { band } from '#contract/band.ts';
import { HOUR } from '#contract/durations.ts';
import { SHOW_THREADS, type Thread } from '#contract/forums.ts';
import type { NotificationSettings } from '#contract/notifications.ts';
import type { Prediction } from '#contract/predictions.ts';
import type { Show } from '#contract/shows.ts';
import type { Song } from '#contract/songs.ts';
import type { MyStatistics } from '#contract/statistics.ts';
import facts from '../../bands/lantern/band.json';
import { SHOW_ID, sampleSongId } from './live-show-samples.ts';

export const BAND = band.parse(facts);

export const WAIT = { headers: { 'retry-after': '7' } };

const NO_HITS = { hits: 0, of: 0 };

export const NO_STATISTICS: MyStatistics = {
  ...{ opener: NO_HITS, closer: NO_HITS, exact: NO_HITS, any: NO_HITS },
  ...{ bestCalls: [], worstCalls: [] },
};

export const FAN: CurrentUser = {
  id: '00000003-0000-4000-8000-000000000001',
  username: 'madder',
  email: 'madder@example.com',
  isAdmin: false,
  isModerator: false,
  scribeOf: [],
  bio: null,
  location: null,
  favoriteSong: null,
  homeVenue: null,
  hasPrivateSheets: false,
  hiddenFields: [],
  spoilersHiddenSince: null,
  revealedShowIds: [],
  moderationNotices: [],
  totalPoints: 0,
  gamesPlayed: 0,
  averageScore: '0.00',
  mustChangePassword: false,
};

export const ADMIN: CurrentUser = {
  ...FAN,
  id: '00000003-0000-4000-8000-000000000002',
  username: 'admin',
  email: 'admin@example.com',
  isAdmin: true,
};

const enabledChannels = { reminder: true, result: true, moved: true, recap: true };
export const EVERY_NOTIFICATION: NotificationSettings = {
  mail: enabledChannels,
  push: enabledChannels,
  pushKey: 'BKey',
};

export function sampleShow(hours: number, fields: Partial<Show> = {}): Show {
  return {
    id: SHOW_ID,
    name: 'An Evening by the River',
    venue: null,
    city: 'Richmond',
    state: 'VA',
    country: 'USA',
    date: new Date(Date.now() + hours * HOUR).toISOString(),
    timeZone: 'America/New_York',
    tourName: null,
    status: 'open',
    locksAt: null,
    arePredictionsFrozen: false,
    version: 0,
    ...fields,
  };
}

export function sampleShowThread(show: Show, fields: Partial<Thread> = {}): Thread {
  return {
    ...{ id: show.id, title: show.name, category: SHOW_THREADS, author: null, show },
    ...{ isPinned: 0, isLocked: false, replyCount: 0, hidden: null },
    ...{ lastActivityAt: show.date, createdAt: show.date },
    ...fields,
  };
}

export function sampleSong(number: number, fields: Partial<Song> = {}): Song {
  return {
    id: sampleSongId(number),
    title: `Song ${number}`,
    album: null,
    rarity: 'common',
    category: 'studio',
    firstPlayed: null,
    lastPlayed: null,
    timesPlayed: 0,
    averagePosition: null,
    gap: null,
    gapIsMinimum: false,
    version: 0,
    ...fields,
  };
}

export function samplePrediction(
  show: Show,
  songs: readonly number[],
  fields: Partial<Prediction> = {},
): Prediction {
  return {
    id: show.id.replace(/^0{8}/, '00000004'),
    showId: show.id,
    show,
    points: null,
    submittedAt: '2026-07-04T19:30:00.000Z',
    songs: songs.map((number, index) => ({
      id: sampleSongId(number),
      title: `Song ${number}`,
      album: null,
      position: index + 1,
    })),
    ...fields,
  };
}
