import { expect, test } from 'vitest';
import { openDraft } from './open-draft.ts';

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
