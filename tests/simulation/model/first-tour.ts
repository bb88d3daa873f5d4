import { DAY, HOUR, type Show, type Tour } from './tour.ts';

/**
 * Creates the tour with which every story starts: two administrators, four fans, ten songs and
 * three shows without predictions.
 */
export function createFirstTour(seed: number): Tour {
  const now = Date.parse(START_DATES[Math.abs(seed) % START_DATES.length] ?? '');
  const people = ['Stage Left', 'Stage Right', 'Avocet', 'Bittern', 'Curlew', 'Dunlin'].map(
    (username, index) => ({
      userId: buildId(1, index),
      username,
      isAdmin: index < 2,
      session: { openedAt: now, seenAt: now },
    }),
  );
  const songs = TITLES.map((title, index) => {
    const plays = index % 3 === 0 ? 0 : index * 13;
    const average = index % 3 === 1 ? 100 + index * 77 : null;
    const last = plays > 0 ? now - index * 37 * DAY : null;
    const first = last === null ? null : last - 900 * DAY;
    const album = index % 2 === 0 ? 'Low Water' : null;
    const imported = { plays, average, first, last };
    return { id: buildId(2, index), title, album, edition: 0, imported };
  });
  const shows = [-30 * DAY, 3 * HOUR, 26 * HOUR].map((offsetMs, index): Show => {
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
    };
    // The last show has a lock later than the default.
    const lock = index === 2 ? fields.date - HOUR / 4 : null;
    return { ...fields, lock, status: 'open', ...emptyFields };
  });
  return { now, people, songs, shows, predictions: [], editions: 0 };
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

/** Dates near clock changes, a year's end, or six-month spans of unequal length. */
const START_DATES = [
  '2026-07-01T12:00:00.000Z',
  '2026-03-07T20:15:00.000Z',
  '2026-10-31T18:30:00.000Z',
  '2026-12-31T03:00:00.000Z',
  '2026-03-28T09:45:00.000Z',
  '2026-08-31T23:50:00.000Z',
  '2026-04-04T02:00:00.000Z',
];

function buildId(kind: number, index: number): string {
  return `00000000-0000-4000-8000-0000000${kind}${String(index).padStart(4, '0')}`;
}
