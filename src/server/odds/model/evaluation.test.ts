import { expect, it } from 'vitest';
import { createEvaluator } from './evaluation.ts';

const show = {
  ...{ date: '2001-05-01', venue: null, city: null, state: null },
  songs: [
    { song: 'Ember', isCloser: false },
    { song: 'Fathom', isCloser: false },
    { song: 'Ember', isCloser: true },
  ],
};

it('scores a forecast against the played songs', () => {
  const evaluation = createEvaluator();
  const songs = [
    { song: 'Ember', chance: 0.95 },
    { song: 'Gale', chance: 0.25 },
    { song: 'Fathom', chance: 0.22 },
  ];
  const rankNextSongs = (soFar: readonly string[]) =>
    soFar.length === 1 ? ['Fathom'] : ['Gale', 'Harbor', 'Isle', 'Jetty', 'Knot', 'Ember'];
  // Ember opens: 41. Fathom is listed last, but is not a closer and not third: 10.
  evaluation.add({ songs, list: ['Ember', 'Gale', 'Fathom'], next: rankNextSongs }, show);
  const { ece, ...rest } = evaluation.summary();
  expect(rest).toEqual({
    ...{ shows: 1, p10: 0.2, p25: 2 / 25, r25: 1, points: 51 },
    ...{ next5: 1 / 3, next20: 1 },
  });
  // Off by 0.05 for the first, and by 0.53 for the two between 20 and 30 %.
  expect(ece).toBeCloseTo((0.05 + 0.53) / 3, 10);
});
