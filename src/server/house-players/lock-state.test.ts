import { expect, test } from 'vitest';
import { isDue, isStillValid } from './lock-state.ts';

const START = Date.UTC(2030, 5, 1, 20);
const HOUR = 60 * 60 * 1000;
const LOCK = START - HOUR;
const at = (moment: number) => new Date(moment);
const show = (status: string, start = START) => ({ status, date: at(start), locksAt: null });

test.each<[string, ReturnType<typeof show>, Date | null, number, boolean]>([
  ['before the lock', show('open'), null, LOCK - 1, false],
  ['at it', show('open'), null, LOCK, true],
  ['once they have', show('open'), at(LOCK), LOCK + 1, false],
  ['of a show that begins early', show('live'), null, LOCK - HOUR, true],
  ['once they have of that', show('live'), at(LOCK - HOUR), LOCK, false],
  ['late, where nobody was there at the lock', show('closed'), null, START + 9 * HOUR, true],
  ['of a show that was put off', show('postponed'), at(LOCK), LOCK + 1, false],
  ['of one that was called off', show('cancelled'), null, LOCK + 1, false],
  ['where a new date takes predictions', show('open', START + 9 * HOUR), at(LOCK), LOCK + 1, false],
  ['anew at its lock', show('open', START + 9 * HOUR), at(LOCK), LOCK + 9 * HOUR, true],
  // Correcting a wrong start time afterwards must not make the house players predict again.
  ['of a closed show with another date', show('closed', START + 9 * HOUR), at(LOCK), START, false],
])('the house players predict: %s', (_, of, madeAt, now, expected) => {
  expect(isDue(of, madeAt, now)).toBe(expected);
});

test.each<[string, ReturnType<typeof show>, boolean]>([
  ['after the lock', show('open'), true],
  ['while the show is live', show('live'), true],
  ['when it is over', show('closed'), true],
  ['where it takes predictions again', show('open', START + 9 * HOUR), false],
  ['where it is put off', show('postponed'), false],
  ['where it is called off', show('cancelled'), false],
])('their prediction is valid %s', (_, of, expected) => {
  expect(isStillValid(of, at(LOCK))).toBe(expected);
});
