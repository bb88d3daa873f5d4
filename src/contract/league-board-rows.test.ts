import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyBoardDelta, diffBoards } from './league-board-rows.ts';
import { rankBy } from './league-boards.ts';

const member = fc.record({
  userId: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  username: fc.constantFrom('Ada', 'Ben'),
  totalPoints: fc.nat(3),
  isPrivate: fc.constantFrom(true as const, undefined),
});

const board = fc.uniqueArray(member, { selector: ({ userId }) => userId }).map((rows) =>
  rankBy(
    rows.map(({ isPrivate, ...row }) => ({ ...row, ...(isPrivate && { isPrivate }) })),
    ['totalPoints'],
  ),
);

it('creates a delta that turns any board into any other', () => {
  fc.assert(
    fc.property(board, board, (oldRows, newRows) => {
      expect(applyBoardDelta(oldRows, diffBoards(oldRows, newRows))).toEqual(newRows);
    }),
  );
});

const row = (userId: string, totalPoints: number, rank: number) => ({
  ...{ userId, username: userId, totalPoints, rank },
});

it('includes only members who are new on the page', () => {
  const delta = diffBoards([row('ada', 10, 1)], [row('ben', 20, 1), row('ada', 15, 2)]);
  expect(delta.changed).toEqual([{ userId: 'ben', username: 'ben' }]);
});

it('does not apply a delta to a board that lacks a member', () => {
  const delta = diffBoards([row('ada', 10, 1)], [row('ada', 15, 1)]);
  expect(applyBoardDelta([row('ben', 20, 1)], delta)).toBeUndefined();
});
