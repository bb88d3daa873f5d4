import { expect, test } from 'vitest';
import { updateSetlistSongBody } from './setlists.ts';

const other = '0b7c3a52-6c1f-4a57-9d3e-0a1b2c3d4e5f';

test.each([{ position: 3 }, { swapWith: other }, { notes: null }])(
  'a row may be changed by %j alone',
  (body) => {
    expect(updateSetlistSongBody.parse(body)).toEqual(body);
  },
);

test('a row that is to go to a place and to change places at once is told so', () => {
  const { error } = updateSetlistSongBody.safeParse({ position: 3, swapWith: other });
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'A row goes to a position or changes places with another, not both',
  ]);
});
