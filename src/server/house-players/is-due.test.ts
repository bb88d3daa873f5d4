import { expect, test } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import { isDue, isStillValid } from './is-due.ts';

const START = Date.UTC(2030, 5, 1, 20);
const LOCK = START - HOUR;
const toDate = (timestamp: number) => new Date(timestamp);
const createShow = (status: string, start = START, arePredictionsFrozen = false) => ({
  status,
  date: toDate(start),
  locksAt: null,
  arePredictionsFrozen,
});

test.each<[string, ReturnType<typeof createShow>, Date | null, number, boolean]>([
  ['false before the lock', createShow('open'), null, LOCK - 1, false],
  ['true at the lock', createShow('open'), null, LOCK, true],
  ['false after a prediction', createShow('open'), toDate(LOCK), LOCK + 1, false],
  ['true for a show that starts early', createShow('live'), null, LOCK - HOUR, true],
  [
    'false after a prediction for a show that starts early',
    createShow('live'),
    toDate(LOCK - HOUR),
    LOCK,
    false,
  ],
  ['true later if no server ran at the lock', createShow('closed'), null, START + 9 * HOUR, true],
  ['false for a postponed show', createShow('postponed'), toDate(LOCK), LOCK + 1, false],
  ['false for a cancelled show', createShow('cancelled'), null, LOCK + 1, false],
  [
    'false for a show that reopened with frozen predictions',
    createShow('open', START + 9 * HOUR, true),
    toDate(LOCK),
    LOCK + 1,
    false,
  ],
  [
    'false while the new date accepts predictions',
    createShow('open', START + 9 * HOUR),
    toDate(LOCK),
    LOCK + 1,
    false,
  ],
  [
    'true again at the new lock',
    createShow('open', START + 9 * HOUR),
    toDate(LOCK),
    LOCK + 9 * HOUR,
    true,
  ],
  [
    'false for a closed show with another date',
    createShow('closed', START + 9 * HOUR),
    toDate(LOCK),
    START,
    false,
  ],
])('isDue returns %s', (_, show, madeAt, now, expected) => {
  expect(isDue(show, madeAt, now)).toBe(expected);
});

test.each<[string, ReturnType<typeof createShow>, boolean]>([
  ['true after the lock', createShow('open'), true],
  ['true while the show is live', createShow('live'), true],
  ['true after the show', createShow('closed'), true],
  ['false while the show accepts predictions again', createShow('open', START + 9 * HOUR), false],
  ['true while predictions are frozen', createShow('open', START + 9 * HOUR, true), true],
  ['false for a postponed show', createShow('postponed'), false],
  ['false for a cancelled show', createShow('cancelled'), false],
])('isStillValid returns %s', (_, show, expected) => {
  expect(isStillValid(show, toDate(LOCK))).toBe(expected);
});
