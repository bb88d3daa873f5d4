import { expect, test } from 'vitest';
import { differencesOf } from './use-edit-form.ts';

const LABELS = { title: 'Title', album: 'Album', rarity: 'Rarity' };
const theirs = { title: 'Ember', album: null as string | null, rarity: 'rare', id: 1 };

test('what differs is named, in the order of the form; what has no label is not', () => {
  const yours = { title: 'Embers', album: '', rarity: 'debut', id: 2 };
  expect(differencesOf(theirs, yours, LABELS)).toEqual([
    { label: 'Title', theirs: 'Ember', yours: 'Embers' },
    { label: 'Rarity', theirs: 'rare', yours: 'debut' },
  ]);
});

test('what reads the same is the same', () => {
  const yours = { ...theirs, rarity: 'RARE' };
  const inCapitals = (fields: typeof theirs, name: string) =>
    String(fields[name as keyof typeof theirs]).toUpperCase();
  expect(differencesOf(theirs, yours, LABELS, inCapitals)).toEqual([]);
});
