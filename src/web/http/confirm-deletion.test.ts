import { expect, it } from 'vitest';
import { formatImpact } from './confirm-deletion.tsx';

it('lists counts with singular and plural nouns and omits zero counts', () => {
  const impact = { setlistSongs: 1, predictions: 12_014, shares: 0, othersReplies: 2 };
  expect(formatImpact(impact)).toBe('12,014 predictions, 1 setlist song, and 2 replies by others');
  expect(formatImpact({ replies: 1 })).toBe('1 reply');
  expect(formatImpact({ replies: 0 })).toBeUndefined();
});
