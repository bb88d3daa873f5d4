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
  ['before the lock', createShow('open'), null, LOCK - 1, false],
  ['at the lock', createShow('open'), null, LOCK, true],
  ['after they have predicted', createShow('open'), toDate(LOCK), LOCK + 1, false],
  ['of a show that starts early', createShow('live'), null, LOCK - HOUR, true],
  [
    'after they have predicted a show that starts early',
    createShow('live'),
    toDate(LOCK - HOUR),
    LOCK,
    false,
  ],
  ['late, if no server ran at the lock', createShow('closed'), null, START + 9 * HOUR, true],
  ['of a postponed show', createShow('postponed'), toDate(LOCK), LOCK + 1, false],
  ['of a cancelled show', createShow('cancelled'), null, LOCK + 1, false],
  [
    'of a show that reopened with frozen predictions',
    createShow('open', START + 9 * HOUR, true),
    toDate(LOCK),
    LOCK + 1,
    false,
  ],
  [
    'while its new date accepts predictions',
    createShow('open', START + 9 * HOUR),
    toDate(LOCK),
    LOCK + 1,
    false,
  ],
  [
    'again at its new lock',
    createShow('open', START + 9 * HOUR),
    toDate(LOCK),
    LOCK + 9 * HOUR,
    true,
  ],
  // Correcting a wrong start time afterwards must not make the house players predict again.
  [
    'of a closed show with another date',
    createShow('closed', START + 9 * HOUR),
    toDate(LOCK),
    START,
    false,
  ],
])('the house players predict: %s', (_, show, madeAt, now, expected) => {
  expect(isDue(show, madeAt, now)).toBe(expected);
});

test.each<[string, ReturnType<typeof createShow>, boolean]>([
  ['after the lock', createShow('open'), true],
  ['while the show is live', createShow('live'), true],
  ['when it is over', createShow('closed'), true],
  ['while it accepts predictions again', createShow('open', START + 9 * HOUR), false],
  ['while its predictions are frozen', createShow('open', START + 9 * HOUR, true), true],
  ['when it is postponed', createShow('postponed'), false],
  ['when it is cancelled', createShow('cancelled'), false],
])('a house prediction is valid %s', (_, show, expected) => {
  expect(isStillValid(show, toDate(LOCK))).toBe(expected);
});
