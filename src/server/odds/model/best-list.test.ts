import { expect, it } from 'vitest';
import { findBestList } from './best-list.ts';
import { createPositions, recordPositions } from './positions.ts';

it('puts an opener first, a closer last and others where they are usually played', () => {
  const positions = createPositions();
  for (let show = 0; show < 20; show += 1)
    recordPositions(
      positions,
      ['Ember', 'Fathom', 'Gale', 'Harbor'].map((song) => ({ song, isCloser: song === 'Harbor' })),
    );
  const equalChances = ['Harbor', 'Gale', 'Ember', 'Fathom'].map((song) => ({ song, chance: 0.5 }));
  expect(findBestList(equalChances, positions)).toEqual(['Ember', 'Fathom', 'Gale', 'Harbor']);
  expect(findBestList([], positions)).toEqual([]);
});

it('lists at most 24 songs, each once', () => {
  const candidates = Array.from({ length: 90 }, (_, n) => ({
    song: `Song ${n}`,
    chance: 1 / (n + 2),
  }));
  const list = findBestList(candidates, createPositions());
  expect(new Set(list).size).toBe(24);
  expect(list).toContain('Song 0');
  expect(list).not.toContain('Song 60');
});
