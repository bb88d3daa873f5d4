import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleSongId, setlistEntry } from '../../tests/support/live-show-samples.ts';
import { findRank, type RankTable } from './leaderboards.ts';
import { applySetlistDelta, buildShowRow, diffSetlists } from './live-shows.ts';
import { indexSetlist, totalPoints } from './scoring.ts';
import type { SetlistEntry } from './setlists.ts';

type Edit =
  | { kind: 'add'; song: number; index: number }
  | { kind: 'remove' | 'toggle'; index: number }
  | { kind: 'replace'; index: number; song: number };

const edits: fc.Arbitrary<Edit[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('add' as const), song: fc.nat(30), index: fc.nat(24) }),
    fc.record({ kind: fc.constantFrom('remove' as const, 'toggle' as const), index: fc.nat(24) }),
    fc.record({ kind: fc.constant('replace' as const), index: fc.nat(24), song: fc.nat(30) }),
  ),
  { minLength: 1, maxLength: 40 },
);

/** Applies an edit: positions close up, and the edited row gets the new version. */
function applyEdit(rows: readonly SetlistEntry[], edit: Edit, version: number): SetlistEntry[] {
  const next = [...rows];
  const target = rows.length === 0 ? 0 : edit.index % rows.length;
  const row = next[target];
  if (edit.kind === 'add') next.splice(edit.index, 0, setlistEntry(version, { song: edit.song }));
  else if (edit.kind === 'remove') next.splice(target, 1);
  else if (row && edit.kind === 'toggle')
    next[target] = { ...row, isCloser: !row.isCloser, version };
  else if (row && edit.kind === 'replace')
    next[target] = { ...setlistEntry(0, { song: edit.song, version }), id: row.id };
  return next.map((entry, index) => ({ ...entry, position: index + 1 }));
}

describe('setlist deltas', () => {
  test('reproduce the setlist on a page after any sequence of edits', () => {
    fc.assert(
      fc.property(edits, (list) => {
        let rows: SetlistEntry[] = [];
        let page: SetlistEntry[] | undefined = [];
        for (const [version, edit] of list.entries()) {
          const next = applyEdit(rows, edit, version + 1);
          page = page && applySetlistDelta(page, diffSetlists(rows, next));
          rows = next;
          expect(page).toEqual(rows);
        }
      }),
    );
  });

  test('never produce a wrong setlist on a page that missed an edit', () => {
    fc.assert(
      fc.property(
        edits,
        fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
        (list, received) => {
          let rows: SetlistEntry[] = [];
          let page: SetlistEntry[] = [];
          for (const [version, edit] of list.entries()) {
            const next = applyEdit(rows, edit, version + 1);
            const delta = diffSetlists(rows, next);
            rows = next;
            if (!received[version]) continue;
            const applied = applySetlistDelta(page, delta);
            if (applied) expect(applied).toEqual(rows);
            page = applied ?? rows;
          }
        },
      ),
    );
  });

  test('contain the changed rows, and only the positions of the others', () => {
    const [first, second] = [setlistEntry(1), setlistEntry(2)];
    const expectedRows = [setlistEntry(3), { ...first, position: 2 }, { ...second, position: 3 }];
    const { order, changed } = diffSetlists([first, second], expectedRows);
    expect(order.map(([id]) => id)).toEqual(expectedRows.map(({ id }) => id));
    expect(changed).toEqual(expectedRows.slice(0, 1));
    expect(diffSetlists(expectedRows, expectedRows).changed).toEqual([]);
  });

  test('are not applied when a row on the page is outdated or missing', () => {
    const row = setlistEntry(1);
    const order: [string, number, number][] = [[row.id, 1, 2]];
    expect(applySetlistDelta([row], { order, changed: [] })).toBeUndefined();
    expect(applySetlistDelta([], { order, changed: [] })).toBeUndefined();
  });
});

describe('buildShowRow', () => {
  const fan = { userId: '00000003-0000-4000-8000-000000000001', username: 'Fan' };
  const rows = [setlistEntry(1), setlistEntry(2)];

  test('scores the picks and finds the rank of the points', () => {
    const picks = [1, 5, 2].map((song, index) => ({
      songId: sampleSongId(song),
      position: index + 1,
    }));
    const points = totalPoints(picks, indexSetlist(rows));
    expect(points).toBe(51);
    const ranks: RankTable = [
      [82, 1],
      [51, 3],
      [0, 9],
    ];
    const row = buildShowRow({ ...fan, picks }, rows, { ranks, total: 12 });
    expect(row).toEqual({ ...fan, totalPoints: 51, rank: 3, behind: 4 });
  });

  test('returns undefined when the points are below every rank', () => {
    expect(
      buildShowRow({ ...fan, picks: [] }, rows, { ranks: [[10, 1]], total: 1 }),
    ).toBeUndefined();
  });
});

test.each([
  [90, 1],
  [82, 1],
  [81, 2],
  [27, 2],
  [3, 5],
  [0, 5],
])('%i points have rank %i', (points, rank) => {
  const table: [number, number][] = [
    [82, 1],
    [27, 2],
    [0, 5],
  ];
  expect(findRank(points, table)).toBe(rank);
});
