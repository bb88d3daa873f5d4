import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { setlistEntry, songIdOf } from '../../tests/support/live-show-samples.ts';
import { rankOf } from './leaderboards.ts';
import { applySetlistDelta, earnedRow, setlistDeltaOf } from './live-show.ts';
import { indexSetlist, totalPoints } from './scoring.ts';
import type { SetlistEntry } from './setlists.ts';

type Edit =
  | { kind: 'add'; song: number; at: number }
  | { kind: 'remove' | 'toggle'; at: number }
  | { kind: 'replace'; at: number; song: number };

const edits: fc.Arbitrary<Edit[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('add' as const), song: fc.nat(30), at: fc.nat(24) }),
    fc.record({ kind: fc.constantFrom('remove' as const, 'toggle' as const), at: fc.nat(24) }),
    fc.record({ kind: fc.constant('replace' as const), at: fc.nat(24), song: fc.nat(30) }),
  ),
  { minLength: 1, maxLength: 40 },
);

/** The setlist after an edit: rows close up, and the one that it is about gets the version. */
function edited(rows: readonly SetlistEntry[], edit: Edit, version: number): SetlistEntry[] {
  const next = [...rows];
  const at = rows.length === 0 ? 0 : edit.at % rows.length;
  const there = next[at];
  if (edit.kind === 'add') next.splice(edit.at, 0, setlistEntry(version, { song: edit.song }));
  else if (edit.kind === 'remove') next.splice(at, 1);
  else if (there && edit.kind === 'toggle')
    next[at] = { ...there, isCloser: !there.isCloser, version };
  else if (there && edit.kind === 'replace')
    next[at] = { ...setlistEntry(0, { song: edit.song, version }), id: there.id };
  return next.map((row, index) => ({ ...row, position: index + 1 }));
}

describe('the news of a setlist', () => {
  it('make of what a page shows what the setlist is, however it was edited', () => {
    fc.assert(
      fc.property(edits, (list) => {
        let rows: SetlistEntry[] = [];
        let page: SetlistEntry[] | undefined = [];
        for (const [version, edit] of list.entries()) {
          const after = edited(rows, edit, version + 1);
          page = page && applySetlistDelta(page, setlistDeltaOf(rows, after));
          rows = after;
          expect(page).toEqual(rows);
        }
      }),
    );
  });

  it('never make something else for a page that has missed some', () => {
    fc.assert(
      fc.property(
        edits,
        fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
        (list, heard) => {
          let rows: SetlistEntry[] = [];
          let page: SetlistEntry[] = [];
          for (const [version, edit] of list.entries()) {
            const after = edited(rows, edit, version + 1);
            const news = setlistDeltaOf(rows, after);
            rows = after;
            if (!heard[version]) continue;
            const applied = applySetlistDelta(page, news);
            if (applied) expect(applied).toEqual(rows);
            page = applied ?? rows;
          }
        },
      ),
    );
  });

  it('bring what was changed, and of the other rows where they are', () => {
    const [one, two] = [setlistEntry(1), setlistEntry(2)];
    const after = [setlistEntry(3), { ...one, position: 2 }, { ...two, position: 3 }];
    const { order, changed } = setlistDeltaOf([one, two], after);
    expect(order.map(([id]) => id)).toEqual(after.map(({ id }) => id));
    expect(changed).toEqual(after.slice(0, 1));
    expect(setlistDeltaOf(after, after).changed).toEqual([]);
  });

  it('are refused by a page whose row is older', () => {
    const row = setlistEntry(1);
    const order: [string, number, number][] = [[row.id, 1, 2]];
    expect(applySetlistDelta([row], { order, changed: [] })).toBeUndefined();
    expect(applySetlistDelta([], { order, changed: [] })).toBeUndefined();
  });
});

describe("one's own row", () => {
  const fan = { userId: '00000003-0000-4000-8000-000000000001', username: 'Fan' };
  const rows = [setlistEntry(1), setlistEntry(2)];

  it('has the points of the rules and the rank that they have', () => {
    const picks = [1, 5, 2].map((song, index) => ({ songId: songIdOf(song), position: index + 1 }));
    const points = totalPoints(picks, indexSetlist(rows));
    expect(points).toBe(51);
    const row = earnedRow({ ...fan, picks }, rows, [
      [82, 1],
      [51, 3],
      [0, 9],
    ]);
    expect(row).toEqual({ ...fan, totalPoints: 51, rank: 3 });
  });

  it('is not known from a board that nobody of so few points is on', () => {
    expect(earnedRow({ ...fan, picks: [] }, rows, [[10, 1]])).toBeUndefined();
  });
});

it.each([
  [90, 1],
  [82, 1],
  [81, 2],
  [27, 2],
  [3, 5],
  [0, 5],
])('%i points are rank %i, in the table or between', (points, rank) => {
  const table: [number, number][] = [
    [82, 1],
    [27, 2],
    [0, 5],
  ];
  expect(rankOf(points, table)).toBe(rank);
});
