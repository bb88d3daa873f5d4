import { expect, test } from 'vitest';
import { buildTourCard, formatCount, tourCardImageUrl } from './tour-card.ts';
import type { MyTourRecap } from './tour-recaps.ts';

const RECAP: MyTourRecap = {
  ...{ name: 'Fall & Winter', correctedAt: null, showCount: 1_003, gamesPlayed: 2 },
  ...{ points: 180, averageScore: '90.00', rank: 2, total: 1_058, nightsWon: 1 },
  bestNight: {
    show: {
      ...{ id: '30000000-0000-4000-8000-000000000000', name: 'Glass Mill' },
      ...{ city: 'Dunmore', state: null, country: null },
      ...{ date: '2026-11-20T01:00:00.000Z', timeZone: 'UTC' },
    },
    ...{ points: 97, rank: 2, total: 41 },
  },
  bestCall: {
    ...{ title: 'Isle', points: 10, showName: 'Glass Mill' },
    crowd: { calls: 1, sheets: 40 },
  },
  hitRates: {
    opener: { hits: 1, of: 2 },
    closer: { hits: 2, of: 2 },
    exact: { hits: 1, of: 40 },
    any: { hits: 9, of: 40 },
  },
};

const readFigures = (recap: MyTourRecap) =>
  buildTourCard(recap, 'Ada').figures.map((figure) => Object.values(figure).join(' | '));

test('summarizes a tour in six statistics', () => {
  expect(buildTourCard(RECAP, 'Ada')).toMatchObject({
    ...{ tourName: 'Fall & Winter', username: 'Ada', points: 180 },
    ...{ details: '2 of 1,003 shows', rank: '#2 / 1,058' },
  });
  expect(readFigures(RECAP)).toEqual([
    'Best night | 97 pts | Glass Mill',
    'Best call | Isle | 1 of 40 called it',
    'Nights won | 1 | 90.0 points per night',
    'Picks played | 23% | 9 of 40 picks',
    'In the exact spot | 3% | 1 of 40 picks',
    'Openers and closers | 3 | 1 opener, 2 closers',
  ]);
});

test('shows when it was corrected', () => {
  const correctedAt = '2026-11-27T23:30:00.000Z';
  const { details } = buildTourCard({ ...RECAP, correctedAt }, 'Ada');
  expect(details).toBe('2 of 1,003 shows · Corrected on Nov 27, 2026');
});

test('names the show of the best call if its crowd is too small; shows a dash without a best call', () => {
  const bestCall = { ...RECAP.bestCall, crowd: null } as MyTourRecap['bestCall'];
  expect(readFigures({ ...RECAP, bestCall })[1]).toBe('Best call | Isle | Glass Mill');
  expect(readFigures({ ...RECAP, bestCall: null })[1]).toBe('Best call | – | ');
});

test('shows a dash for a rate without picks', () => {
  const hitRates = { ...RECAP.hitRates, any: { hits: 0, of: 0 } };
  expect(readFigures({ ...RECAP, hitRates })[3]).toBe('Picks played | – | 0 of 0 picks');
});

test('uses the singular for one and the plural for more', () => {
  expect([formatCount(1, 'show'), formatCount(2_000, 'show')]).toEqual(['1 show', '2,000 shows']);
});

test('escapes the tour in the URL of its image', () => {
  expect(tourCardImageUrl('Fall & Winter')).toMatch(/^\/api\/tours\/recap\/card\.png\?tour=Fall/);
  expect(new URL(tourCardImageUrl('Fall & Winter'), 'http://a').searchParams.get('tour')).toBe(
    'Fall & Winter',
  );
});
