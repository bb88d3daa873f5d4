import { expect, test } from 'vitest';
import { ACHIEVEMENTS, findAchievements, type ScoredPrediction } from './achievements.ts';
import type { AchievementName } from './fans.ts';
import type { Outcome } from './scoring.ts';

function createPrediction(fields: Partial<ScoredPrediction> = {}): ScoredPrediction {
  const outcomes: Outcome[] = ['Wrong spot', 'Not played', 'Not played'];
  return { showId: 'show', points: 10, rank: 4, total: 10, outcomes, ...fields };
}

const repeat = (count: number, outcome: Outcome): Outcome[] => Array(count).fill(outcome);
const missed = (count: number) => repeat(count, 'Not played');

const listNames = (...predictions: ScoredPrediction[]) =>
  findAchievements(predictions).map(({ name }) => name);

test.each<[AchievementName, Partial<ScoredPrediction>, Partial<ScoredPrediction>]>([
  ['bookends', { outcomes: ['Opener', 'Closer'] }, { outcomes: ['Opener', 'Wrong spot'] }],
  ['bookends', { outcomes: ['Opener', 'Closer'] }, { outcomes: ['Closer', 'Correct spot'] }],
  [
    'setlistInHand',
    { outcomes: ['Opener', 'Closer', ...repeat(3, 'Correct spot')] },
    { outcomes: ['Opener', ...repeat(3, 'Correct spot'), ...repeat(3, 'Wrong spot')] },
  ],
  [
    'halfTheNight',
    { outcomes: [...repeat(5, 'Wrong spot'), ...missed(5)] },
    { outcomes: [...repeat(5, 'Wrong spot'), ...missed(6)] },
  ],
  ['halfTheNight', { outcomes: repeat(10, 'Wrong spot') }, { outcomes: repeat(9, 'Wrong spot') }],
  ['century', { points: 100 }, { points: 99 }],
  ['onThePodium', { rank: 3 }, { rank: 4 }],
  ['onThePodium', { rank: 1 }, { rank: 1, total: 9 }],
  ['onThePodium', { rank: 1 }, { rank: 1, points: 0 }],
])('%s is earned by %j and not by %j', (name, earning, missing) => {
  expect(listNames(createPrediction(earning))).toContain(name);
  expect(listNames(createPrediction(missing))).not.toContain(name);
});

test.each<[AchievementName, number]>([
  ['regular', 10],
  ['lifer', 50],
])('%s is earned by the last of %i shows, once', (name, count) => {
  const predictions = Array.from({ length: count + 5 }, (_, index) =>
    createPrediction({ showId: `${index + 1}` }),
  );
  expect(listNames(...predictions.slice(0, count - 1))).not.toContain(name);
  expect(findAchievements(predictions)).toContainEqual({ name, showId: `${count}`, times: 1 });
});

test('returns the first show that earned an achievement and the number of shows that did', () => {
  const predictions = ['a', 'b', 'c', 'd'].map((showId) =>
    createPrediction({ showId, points: showId === 'a' || showId === 'c' ? 10 : 100 }),
  );
  expect(findAchievements(predictions)).toEqual([{ name: 'century', showId: 'b', times: 2 }]);
});

test('awards nothing without a scored show or for an ordinary one', () => {
  expect(findAchievements([])).toEqual([]);
  expect(findAchievements([createPrediction()])).toEqual([]);
});

test('no two achievements share a name', () => {
  const names = Object.values(ACHIEVEMENTS).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
