import { expect, test } from 'vitest';
import { updateSetlistSongBody } from './setlists.ts';

const otherId = '0b7c3a52-6c1f-4a57-9d3e-0a1b2c3d4e5f';

test.each([{ position: 3 }, { swapWith: otherId }, { notes: null }])(
  'accepts the change %j alone',
  (body) => {
    expect(updateSetlistSongBody.parse(body)).toEqual(body);
  },
);

test('rejects a change that both moves and swaps a row', () => {
  const { error } = updateSetlistSongBody.safeParse({ position: 3, swapWith: otherId });
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'Move a row to a position or swap it with another row, not both',
  ]);
});
