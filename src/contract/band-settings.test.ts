import { expect, test } from 'vitest';
import { updateBand } from './band-settings.ts';

test('a change must name at least one field', () => {
  expect(updateBand.body.parse({ colors: null })).toEqual({ colors: null });
  expect(updateBand.body.safeParse({ version: 3 }).success).toBe(false);
});
