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
])('%j', (change, expected) => {
  expect(changeDraft(list, change).join('')).toBe(expected);
});

test('rejects the 25th song', () => {
  const full = Array.from({ length: 24 }, (_, place) => `song ${place}`);
  expect(changeDraft(full, { type: 'add', songId: 'one more' })).toBe(full);
  expect(changeDraft([], { type: 'replace', songIds: [...full, 'one more'] })).toEqual(full);
});

test.each<DraftChange>([
  { type: 'add', songId: 'a' },
  { type: 'remove', songId: 'x' },
  { type: 'move', songId: 'a', to: -5 },
  { type: 'move', songId: 'd', to: 5 },
])('%j changes nothing, and returns the very same list', (change) => {
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

test('a move keeps every song and the order of the others', () => {
  fc.assert(
    fc.property(fc.nat(3), fc.integer({ min: -2, max: 6 }), (place, to) => {
      const songId = list[place] ?? '';
      const after = changeDraft(list, { type: 'move', songId, to });
      expect(after.indexOf(songId)).toBe(Math.max(0, Math.min(to, 3)));
      expect(after.filter((id) => id !== songId)).toEqual(list.filter((id) => id !== songId));
    }),
  );
});

test.each<[string, string | null, string, { songs: string; other: string | null }]>([
  ['nothing kept, nothing saved', null, '', { songs: '', other: null }],
  ['nothing kept: what is saved', null, 'abc', { songs: 'abc', other: null }],
  ['a draft of a new prediction', 'ab from ', '', { songs: 'ab', other: null }],
  ['a draft of an edit', 'abd from abc', 'abc', { songs: 'abd', other: null }],
  ['an edit that emptied the list', ' from abc', 'abc', { songs: '', other: null }],
  ['saved elsewhere meanwhile', 'ab from ', 'xyz', { songs: 'xyz', other: 'ab' }],
  ['edited elsewhere meanwhile', 'abd from abc', 'xyz', { songs: 'xyz', other: 'abd' }],
  ['the draft is what is saved now', 'xyz from abc', 'xyz', { songs: 'xyz', other: null }],
  ['an empty draft from before', ' from abc', 'xyz', { songs: 'xyz', other: null }],
])('%s', (_, kept, saved, { songs, other }) => {
  const opened = openDraft(kept === null ? null : draftOf(kept), [...saved]);
  expect(opened.songIds.join('')).toBe(songs);
  expect(opened.other?.join('') ?? null).toBe(other);
});

function draftOf(text: string) {
  const [songIds = '', base = ''] = text.split(' from ');
  return { songIds: [...songIds], base: [...base], savedAt: 0 };
}
