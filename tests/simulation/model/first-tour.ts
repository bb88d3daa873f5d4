import type { Block } from './blocks/blocks.ts';
import type { League } from './leagues/league.ts';
import { noAttempts } from './leagues/limits.ts';
import { NEWCOMER_POSTS, type Post } from './posts/rules.ts';
import {
  DAY,
  HOUR,
  MINUTE,
  type Person,
  type Prediction,
  type Show,
  type Song,
  type Tour,
} from './tour.ts';

/**
 * Every story starts with this tour. One more sheet reveals the next show's crowd, and one more
 * report hides the listed league's name.
 */
export function createFirstTour(seed: number, story: number): Tour {
  const now = Date.parse(START_DATES[Math.abs(seed) % START_DATES.length] ?? '');
  const people = createPeople(story, now);
  const songs = createSongs(now);
  const shows = createShows(seed, now);
  return {
    ...{ now, people, songs, shows, editions: 0 },
    predictions: createPredictions({ people, songs, shows, now }),
    leagues: createLeagues(shows, seed, now),
    blocks: createBlocks(now),
  };
}

function createPeople(story: number, now: number): Person[] {
  return NAMES.map((username, index) => ({
    ...{ userId: buildId(1, index, story), username },
    isAdmin: index < 2,
    isQuiet: index > NEW_FAN,
    createdAt: index === NEW_FAN ? now - HOUR : now - 60 * DAY,
    hasPrivateSheets: index === PRIVATE_FAN,
    mutedUntil: index === MUTED_FAN ? now + 2 * DAY : 0,
    notices: [],
    attempts: noAttempts(),
    session: { openedAt: now, seenAt: now },
  }));
}

const NAMES = [
  ...['Stage Left', 'Stage Right', 'Avocet', 'Bittern', 'Curlew', 'Dunlin'],
  ...['Egret', 'Fulmar', 'Gannet', 'Hobby'],
];

/** This fan's new account isn't in good standing, and is at or just below a limit of posts. */
const NEW_FAN = 5;
const MUTED_FAN = 2;
const PRIVATE_FAN = 9;

function createSongs(now: number): Song[] {
  return TITLES.map((title, index) => {
    const plays = index % 3 === 0 ? 0 : index * 13;
    const average = index % 3 === 1 ? 100 + index * 77 : null;
    const last = plays > 0 ? now - index * 37 * DAY : null;
    const first = last === null ? null : last - 900 * DAY;
    const album = index % 2 === 0 ? 'Low Water' : null;
    const imported = { plays, average, first, last };
    return { id: buildId(2, index), title, album, edition: 0, imported };
  });
}

function createShows(seed: number, now: number): Show[] {
  const firstStatus = seed % 3 === 0 ? 'live' : 'open';
  // A step takes 1 ms, so nudges for the next show end after three steps.
  return [-30 * DAY, 3 * HOUR + 3, 26 * HOUR].map((offsetMs, index): Show => {
    const place = { city: 'Boston', state: 'MA', zone: 'America/New_York' };
    const fields = {
      id: buildId(3, index),
      name: `Opening night ${index}`,
      place,
      date: now + offsetMs,
    };
    const emptyFields = {
      ...{ isScored: false, wasRevealed: false, isFrozen: false },
      ...{ rows: [], edition: 0, changes: [], addedRowIds: [] },
      posts: index === 0 ? createThread(now) : [],
    };
    // The last show's lock is later than the default.
    const lock = index === 2 ? fields.date - HOUR / 4 : null;
    return { ...fields, lock, status: index === 0 ? firstStatus : 'open', ...emptyFields };
  });
}

function createPredictions({
  people,
  songs,
  shows,
  now,
}: Pick<Tour, 'people' | 'songs' | 'shows' | 'now'>): Prediction[] {
  return people.flatMap(({ isQuiet }, fan) => {
    const picks = [fan % 3, (fan % 2) + 3, 5].map((song, index) => ({
      songId: songs[song]?.id ?? '',
      position: index + 1,
    }));
    const fields = { picks, points: null, isSurprise: false, submittedAt: now - fan * HOUR };
    return isQuiet ? [{ id: buildId(4, fan), fan, showId: shows[1]?.id ?? '', ...fields }] : [];
  });
}

function createBlocks(now: number): Block[] {
  return [
    { person: 2, blocked: 3, createdAt: now - HOUR },
    { person: 7, blocked: 4, createdAt: now - HOUR },
  ];
}

/**
 * The invite-only league is full and has one report. The listed one has room for one member, two
 * reports and a ban.
 */
function createLeagues(shows: readonly Show[], seed: number, now: number): League[] {
  const leagues = [
    {
      name: 'Rail riders',
      isListed: false,
      start: shows[0],
      people: [2, 3, 6, 8],
      banned: [],
      reporters: [6],
    },
    {
      name: 'Back row',
      isListed: true,
      start: shows[2],
      people: [4, 7, 8, 9, NEW_FAN],
      banned: [3],
      reporters: [8, 9],
    },
  ];
  return leagues.map(({ name, isListed, start, people, banned, reporters }, index) => ({
    ...{ id: buildId(5, index), name, isListed, owner: people[0] ?? 0 },
    ...{ startShowId: start?.id ?? null, startsAt: start?.date ?? 0 },
    ...{ invitation: `${index}`.repeat(22), formerInvitation: null },
    members: people.map((person, number) => ({ person, joinedAt: now - DAY + number })),
    ...{ bannedPeople: banned, nudges: [] },
    posts: createTalk({ league: index, people, seed, now }),
    case: {
      ...{ id: buildId(6, index), visibility: 'visible', decisions: 0, reportedText: name },
      ...{ openSince: now - HOUR + index, createdAt: now - HOUR + index },
      reports: reporters.map((reporter) => ({
        ...{ reporter, outcome: null, decidedAt: 0, decidedFingerprint: null },
      })),
    },
  }));
}

/** The new fan has reached a limit, or is one post below it. */
function createTalk({
  league,
  people,
  seed,
  now,
}: {
  league: number;
  people: readonly number[];
  seed: number;
  now: number;
}): Post[] {
  const [isDaily, isBelow] = [seed % 2 === 0, seed % 4 >= 2];
  const count = NEWCOMER_POSTS[isDaily ? 'day' : 'minute'] - (isBelow ? 1 : 0);
  const age = isDaily ? HOUR / 2 : MINUTE / 2;
  return people
    .flatMap((author) => (author === NEW_FAN ? Array<number>(count).fill(author) : [author]))
    .map((author, number) => ({
      ...{ id: buildId(7, 100 * league + number), author, content: `Good evening, ${number}` },
      createdAt: now - (author === NEW_FAN ? age : DAY - 100) + number,
    }));
}

/** Two fans have two posts each, so their next one may not contain links but a later one may. */
function createThread(now: number): Post[] {
  return [3, 4].map((author, number) => ({
    ...{ id: buildId(8, number), author, content: `Who opens? ${number}` },
    createdAt: now - 1_000 + number,
  }));
}

const TITLES = [
  'Ember',
  'Fathom',
  'Gale',
  'Harbor',
  'Isle',
  'Juniper',
  'Kestrel',
  'Lantern',
  'Mariner',
  'North',
];

/** Dates near clock changes, the end of a year, or six-month spans of unequal length. */
const START_DATES = [
  '2026-07-01T12:00:00.000Z',
  '2026-03-07T20:15:00.000Z',
  '2026-10-31T18:30:00.000Z',
  '2026-12-31T03:00:00.000Z',
  '2026-03-28T09:45:00.000Z',
  '2026-08-31T23:50:00.000Z',
  '2026-04-04T02:00:00.000Z',
];

function buildId(kind: number, index: number, group = 0): string {
  const prefix = String(group).padStart(8, '0');
  return `${prefix}-0000-4000-8000-0000000${kind}${String(index).padStart(4, '0')}`;
}
