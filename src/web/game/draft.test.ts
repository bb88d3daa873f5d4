import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeDraft, type DraftChange, openDraft } from './draft.ts';

const list = ['a', 'b', 'c', 'd'];

test.each<[DraftChange, string]>([
  [{ type: 'add', songId: 'e' }, 'abcde'],
  [{ type: 'add', songId: 'b' }, 'abcd'],
  [{ type: 'remove', songId: 'b' }, 'acd'],
  [{ type: 'remove', songId: 'x' }, 'abcd'],
  [{ type: 'move', songId: 'a', to: 1 }, 'bacd'],
  [{ type: 'move', songId: 'd', to: 0 }, 'dabc'],
  [{ type: 'move', songId: 'b', to: 3 }, 'acdb'],
  [{ type: 'move', songId: 'b', to: 99 }, 'acdb'],
  [{ type: 'move', songId: 'b', to: -1 }, 'bacd'],
  [{ type: 'move', songId: 'x', to: 0 }, 'abcd'],
  [{ type: 'replace', songIds: ['d', 'a', 'd'] }, 'da'],
])('applies %j', (change, expected) => {
  expect(changeDraft(list, change).join('')).toBe(expected);
});

test('rejects the 25th song', () => {
  const full = Array.from({ length: 24 }, (_, index) => `song ${index}`);
  expect(changeDraft(full, { type: 'add', songId: '25th song' })).toBe(full);
  expect(changeDraft([], { type: 'replace', songIds: [...full, '25th song'] })).toEqual(full);
});

test.each<DraftChange>([
  { type: 'add', songId: 'a' },
  { type: 'remove', songId: 'x' },
  { type: 'move', songId: 'a', to: -5 },
  { type: 'move', songId: 'd', to: 5 },
])('returns the same list for %j', (change) => {
  expect(changeDraft(list, change)).toBe(list);
});

test('keeps at most 24 songs without duplicates after any changes', () => {
  const songId = fc.nat(40).map(String);
  const change: fc.Arbitrary<DraftChange> = fc.oneof(
    fc.record({ type: fc.constantFrom('add', 'remove'), songId }),
    fc.record({ type: fc.constant('move'), songId, to: fc.integer({ min: -3, max: 40 }) }),
    fc.record({ type: fc.constant('replace'), songIds: fc.array(songId, { maxLength: 60 }) }),
  );
  fc.assert(
    fc.property(fc.array(change, { maxLength: 80 }), (changes) => {
      const draft = changes.reduce<readonly string[]>(changeDraft, []);
      expect(draft.length).toBeLessThanOrEqual(24);
      expect(new Set(draft).size).toBe(draft.length);
    }),
  );
});

test('moves a song without losing any or reordering the others', () => {
  fc.assert(
    fc.property(fc.nat(3), fc.integer({ min: -2, max: 6 }), (index, to) => {
      const songId = list[index] ?? '';
      const movedList = changeDraft(list, { type: 'move', songId, to });
      expect(movedList.indexOf(songId)).toBe(Math.max(0, Math.min(to, 3)));
      expect(movedList.filter((id) => id !== songId)).toEqual(list.filter((id) => id !== songId));
    }),
  );
});

test.each<[string, string | null, string, { songs: string; outdated: string | null }]>([
  ['no draft and no prediction', null, '', { songs: '', outdated: null }],
  ['a prediction without a draft', null, 'abc', { songs: 'abc', outdated: null }],
  ['a draft of a new prediction', 'ab from ', '', { songs: 'ab', outdated: null }],
  ['a draft of an edit', 'abd from abc', 'abc', { songs: 'abd', outdated: null }],
  ['an edit that emptied the list', ' from abc', 'abc', { songs: '', outdated: null }],
  [
    'a new draft, and a prediction from another device',
    'ab from ',
    'xyz',
    { songs: 'xyz', outdated: 'ab' },
  ],
  [
    'a draft of an edit, and another edit from another device',
    'abd from abc',
    'xyz',
    { songs: 'xyz', outdated: 'abd' },
  ],
  ['a draft that equals the prediction', 'xyz from abc', 'xyz', { songs: 'xyz', outdated: null }],
  ['an empty outdated draft', ' from abc', 'xyz', { songs: 'xyz', outdated: null }],
])('opens %s', (_, draft, saved, { songs, outdated }) => {
  const openedDraft = openDraft(draft === null ? null : parseDraft(draft), [...saved]);
  expect(openedDraft.songIds.join('')).toBe(songs);
  expect(openedDraft.outdatedSongIds?.join('') ?? null).toBe(outdated);
});

test.each<[string, string | null, { outdated: string | null; isStored: boolean }]>([
  ['without a draft on the device', null, { outdated: null, isStored: false }],
  ['that is the draft on the device', 'ab from ', { outdated: null, isStored: true }],
  ['and offers another draft', 'ba from ', { outdated: 'ba', isStored: false }],
  ['and offers no empty draft', ' from ab', { outdated: null, isStored: false }],
])('opens a linked sheet %s', (_, draft, { outdated, isStored }) => {
  const openedDraft = openDraft(draft === null ? null : parseDraft(draft), [...'xyz'], [...'ab']);
  expect(openedDraft.songIds.join('')).toBe('ab');
  expect(openedDraft.outdatedSongIds?.join('') ?? null).toBe(outdated);
  expect(openedDraft.savedAt !== null).toBe(isStored);
});

function parseDraft(text: string) {
  const [songIds = '', base = ''] = text.split(' from ');
  return { songIds: [...songIds], base: [...base], savedAt: 0 };
}
