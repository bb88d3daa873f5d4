import { expect, test } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import { isDue, isStillValid } from './is-due.ts';

const START = Date.UTC(2030, 5, 1, 20);
const LOCK = START - HOUR;
const at = (moment: number) => new Date(moment);
const show = (status: string, start = START) => ({ status, date: at(start), locksAt: null });

test.each<[string, ReturnType<typeof show>, Date | null, number, boolean]>([
  ['before the lock', show('open'), null, LOCK - 1, false],
  ['at the lock', show('open'), null, LOCK, true],
  ['after they have predicted', show('open'), at(LOCK), LOCK + 1, false],
  ['of a show that starts early', show('live'), null, LOCK - HOUR, true],
  [
    'after they have predicted a show that starts early',
    show('live'),
    at(LOCK - HOUR),
    LOCK,
    false,
  ],
  ['late, if no server ran at the lock', show('closed'), null, START + 9 * HOUR, true],
  ['of a postponed show', show('postponed'), at(LOCK), LOCK + 1, false],
  ['of a cancelled show', show('cancelled'), null, LOCK + 1, false],
  [
    'while its new date accepts predictions',
    show('open', START + 9 * HOUR),
    at(LOCK),
    LOCK + 1,
    false,
  ],
  ['again at its new lock', show('open', START + 9 * HOUR), at(LOCK), LOCK + 9 * HOUR, true],
  // Correcting a wrong start time afterwards must not make the house players predict again.
  ['of a closed show with another date', show('closed', START + 9 * HOUR), at(LOCK), START, false],
])('the house players predict: %s', (_, of, madeAt, now, expected) => {
  expect(isDue(of, madeAt, now)).toBe(expected);
});

test.each<[string, ReturnType<typeof show>, boolean]>([
  ['after the lock', show('open'), true],
  ['while the show is live', show('live'), true],
  ['when it is over', show('closed'), true],
  ['while it accepts predictions again', show('open', START + 9 * HOUR), false],
  ['when it is postponed', show('postponed'), false],
  ['when it is cancelled', show('cancelled'), false],
])('their prediction is valid %s', (_, of, expected) => {
  expect(isStillValid(of, at(LOCK))).toBe(expected);
});
