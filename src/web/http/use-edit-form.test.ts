import { expect, test } from 'vitest';
import { listDifferingFields } from './use-edit-form.ts';

const LABELS = { title: 'Title', album: 'Album', rarity: 'Rarity' };
const theirs = { title: 'Ember', album: null as string | null, rarity: 'rare', id: 1 };

test('lists the labeled fields that differ, in the order of the form', () => {
  const yours = { title: 'Embers', album: '', rarity: 'debut', id: 2 };
  expect(listDifferingFields(theirs, yours, LABELS)).toEqual([
    { label: 'Title', theirs: 'Ember', yours: 'Embers' },
    { label: 'Rarity', theirs: 'rare', yours: 'debut' },
  ]);
});

test('omits fields whose formatted values are equal', () => {
  const yours = { ...theirs, rarity: 'RARE' };
  const formatUppercase = (fields: typeof theirs, name: string) =>
    String(fields[name as keyof typeof theirs]).toUpperCase();
  expect(listDifferingFields(theirs, yours, LABELS, formatUppercase)).toEqual([]);
});
