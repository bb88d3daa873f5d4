import { expect, test } from 'vitest';
import { computeRarity } from './rarity.ts';

test.each([
  [{ recentPlays: 10, totalPlays: 90 }, { recentShows: 100, earlierShows: 400 }, 'common'],
  [{ recentPlays: 9, totalPlays: 90 }, { recentShows: 100, earlierShows: 400 }, 'uncommon'],
  [{ recentPlays: 4, totalPlays: 4 }, { recentShows: 100, earlierShows: 400 }, 'uncommon'],
  [{ recentPlays: 3, totalPlays: 90 }, { recentShows: 100, earlierShows: 400 }, 'rare'],
  [{ recentPlays: 1, totalPlays: 1 }, { recentShows: 100, earlierShows: 99 }, 'rare'],
  [{ recentPlays: 1, totalPlays: 1 }, { recentShows: 100, earlierShows: 100 }, 'debut'],
  [{ recentPlays: 1, totalPlays: 2 }, { recentShows: 100, earlierShows: 100 }, 'rare'],
  [{ recentPlays: 0, totalPlays: 50 }, { recentShows: 100, earlierShows: 400 }, 'very_rare'],
  [{ recentPlays: 2, totalPlays: 2 }, { recentShows: 20, earlierShows: 0 }, 'common'],
  [{ recentPlays: 0, totalPlays: 0 }, { recentShows: 0, earlierShows: 0 }, 'very_rare'],
] as const)('rates %j in %j as %s', (plays, history, rarity) => {
  expect(computeRarity(plays, history)).toBe(rarity);
});
