import { describe, expect, test } from 'vitest';
import type { SetlistEntry } from '#contract/setlists.ts';
import { applyConfirmedChange, applyUnsentChanges } from './apply-changes.ts';
import type { SetlistEdit, UnsentChange } from './unsent-changes.ts';

const buildRow = (title: string, position: number): SetlistEntry => ({
  id: title,
  showId: 's',
  songId: title,
  position,
  playedAt: null,
  isCloser: false,
  notes: null,
  setLabel: null,
  segue: false,
  breakAfter: null,
  source: null,
  version: 0,
  song: { id: title, title },
});
/** Position 2 is free because its song was deleted. */
const ROWS = [buildRow('A', 1), buildRow('B', 3), buildRow('C', 4)];

const add = (title: string, beforeId?: string): [string, SetlistEdit] => [
  title,
  { do: 'add', body: { id: title, songId: title }, beforeId },
];
const move = (rowId: string, toPlaceOf: string): [string, SetlistEdit] => [
  rowId,
  { do: 'update', body: { position: 1 }, toPlaceOf },
];
const update = (rowId: string, body: object): [string, SetlistEdit] => [
  rowId,
  { do: 'update', body },
];

test.each<[string, [string, SetlistEdit][], string]>([
  ['nothing', [], '1 A, 3 B, 4 C'],
  ['a song at the end', [add('X')], '1 A, 3 B, 4 C, 5 X…'],
  ['two songs, one of them between rows', [add('X'), add('Y', 'B')], '1 A, 3 Y…, 4 B, 5 C, 6 X…'],
  ['a song that the server already has', [add('B')], '1 A, 3 B, 4 C'],
  ['a move down', [move('A', 'C')], '1 B, 3 C, 4 A…'],
  ['a move up', [move('C', 'A')], '1 C…, 3 A, 4 B'],
  ['a move of an unsent song', [add('X'), move('X', 'A')], '1 X…, 3 A, 4 B, 5 C'],
  ['a swap with the row below', [update('A', { swapWith: 'B' })], '1 B, 3 A…, 4 C'],
  ['a swap with the row above', [update('C', { swapWith: 'B' })], '1 A, 3 C…, 4 B'],
  ['a closer', [update('B', { isCloser: true, version: 4 })], '1 A, 3 B*…, 4 C'],
  ['a change of a removed row', [update('Z', { isCloser: true })], '1 A, 3 B, 4 C'],
  ['a removal', [['A', { do: 'remove' }]], '1 B, 3 C'],
  ['an undo, whose outcome is unknown', [['', { do: 'undo', changeId: 3 }]], '1 A, 3 B, 4 C'],
])('applies %s', (_what, edits, expected) => {
  const changes = edits.map(([rowId, edit], n): UnsentChange => {
    return { id: `${n}`, showId: 's', rowId, title: rowId, edit };
  });
  expect(describeRows(changes)).toBe(expected);
});

test("doesn't show rejected or undone changes", () => {
  const [x, edit] = add('X');
  const change = { id: '1', showId: 's', rowId: x, title: x, edit };
  expect(describeRows([{ ...change, refusal: 'No.' }])).toBe('1 A, 3 B, 4 C');
  const undo: UnsentChange = { ...change, id: '2', edit: { do: 'undo' }, after: '1' };
  expect(describeRows([change, undo])).toBe('1 A, 3 B, 4 C');
});

test.each([{ songId: 'E' }, { title: 'Ember' }])(
  'shows the new title of a replaced song (%j)',
  (body) => {
    const edit: SetlistEdit = { do: 'update', body };
    expect(describeRows([{ id: '1', showId: 's', rowId: 'B', title: 'Ember', edit }])).toBe(
      '1 A, 3 Ember…, 4 C',
    );
  },
);

test('relabels the rest of the old set when a new set starts', () => {
  const rows = [...ROWS, { ...buildRow('D', 5), setLabel: 'Encore' }];
  const edit: SetlistEdit = { do: 'update', body: { setLabel: 'Set 2', restOfSet: true } };
  const shownRows = applyUnsentChanges(rows, [
    { id: '1', showId: 's', rowId: 'B', title: 'B', edit },
  ]);
  expect(shownRows.map(({ id, setLabel, isUnsent }) => [id, setLabel, isUnsent])).toEqual([
    ['A', null, false],
    ['B', 'Set 2', true],
    ['C', 'Set 2', true],
    ['D', 'Encore', false],
  ]);
});

describe('applyConfirmedChange', () => {
  const applyEdit = (rowId: string, edit: SetlistEdit, response?: SetlistEntry) => {
    const change = { id: '1', showId: 's', rowId, title: rowId, edit };
    return applyConfirmedChange(ROWS, change, response).map(
      ({ position, song, isCloser, version }) =>
        `${position} ${song.title}${isCloser ? '*' : ''} v${version}`,
    );
  };

  test.each<[string, string, SetlistEdit, SetlistEntry | undefined, string]>([
    [
      'a closer',
      ...update('B', { isCloser: true }),
      buildChangedRow('B', 3),
      '1 A v0, 3 B* v7, 4 C v0',
    ],
    ['a move', ...move('C', 'A'), buildChangedRow('C', 1), '1 C* v7, 3 A v0, 4 B v0'],
    ['a removal', 'A', { do: 'remove' }, undefined, '1 B v0, 3 C v0'],
    [
      'a song behind rows not loaded yet',
      ...add('X'),
      buildChangedRow('X', 6),
      '1 A v0, 3 B v0, 4 C v0, 6 X* v7',
    ],
    [
      'a song between two rows',
      ...add('X', 'B'),
      buildChangedRow('X', 3),
      '1 A v0, 3 X* v7, 4 B v0, 5 C v0',
    ],
  ])('applies %s', (_what, rowId, edit, response, expected) => {
    expect(applyEdit(rowId, edit, response).join(', ')).toBe(expected);
  });

  test('skips a response older than the cached row', () => {
    const [rowId, edit] = move('A', 'C');
    const oldRow = { ...buildRow('A', 1), version: 0 };
    expect(applyEdit(rowId, edit, oldRow).join(', ')).toBe('1 A v0, 3 B v0, 4 C v0');
  });

  function buildChangedRow(title: string, position: number): SetlistEntry {
    return { ...buildRow(title, position), isCloser: true, version: 7 };
  }
});

function describeRows(changes: readonly UnsentChange[]): string {
  return applyUnsentChanges(ROWS, changes)
    .map(({ position, song, isCloser, isUnsent }) => {
      return `${position} ${song.title}${isCloser ? '*' : ''}${isUnsent ? '…' : ''}`;
    })
    .join(', ');
}
