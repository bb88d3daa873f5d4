import { expect, test } from 'vitest';
import { rarityOf } from './rarity.ts';

test.each([
  [{ lately: 10, inAll: 90 }, { counted: 100, earlier: 400 }, 'common'],
  [{ lately: 9, inAll: 90 }, { counted: 100, earlier: 400 }, 'uncommon'],
  [{ lately: 4, inAll: 4 }, { counted: 100, earlier: 400 }, 'uncommon'],
  [{ lately: 3, inAll: 90 }, { counted: 100, earlier: 400 }, 'rare'],
  [{ lately: 1, inAll: 1 }, { counted: 100, earlier: 99 }, 'rare'],
  [{ lately: 1, inAll: 1 }, { counted: 100, earlier: 100 }, 'debut'],
  [{ lately: 1, inAll: 2 }, { counted: 100, earlier: 100 }, 'rare'],
  [{ lately: 0, inAll: 50 }, { counted: 100, earlier: 400 }, 'very_rare'],
  [{ lately: 2, inAll: 2 }, { counted: 20, earlier: 0 }, 'common'],
  [{ lately: 0, inAll: 0 }, { counted: 0, earlier: 0 }, 'very_rare'],
] as const)('rates %j in %j as %s', (plays, of, rarity) => {
  expect(rarityOf(plays, of)).toBe(rarity);
});
