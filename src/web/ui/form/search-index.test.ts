import { describe, expect, test } from 'vitest';
import { searchIndex } from './search-index.ts';

const songs = [
  { label: 'The Long Way Round' },
  { label: 'Round Midnight' },
  { label: 'Água Mansa', detail: 'Low Tide' },
  { label: "Saint Anselm's Fire", detail: 'Low Tide' },
  { label: "Don't Look Down (Reprise)" },
  { label: 'Salt & Smoke', detail: null },
  { label: 'U.S. Blue' },
  { label: 'Smørrebrød', detail: 'Straße' },
  { label: '???' },
  { label: 'Halfway Home' },
  { label: 'Белая ночь' },
];
const find = searchIndex(songs, (song) => song);
const searchLabels = (text: string) => find(text).map(({ label }) => label);

describe('searchIndex', () => {
  test.each(['', '  '])('finds everything for %j', (text) => {
    expect(find(text)).toEqual(songs);
  });

  test.each([
    ['a different case', 'LONG way', ['The Long Way Round']],
    ['missing accents', 'agua', ['Água Mansa']],
    ['extra accents', 'sáint', ["Saint Anselm's Fire"]],
    ['a plain letter for a special one', 'smorrebrod', ['Smørrebrød']],
    ['two letters for a ligature', 'strasse', ['Smørrebrød']],
    ['a different case in Cyrillic', 'НОЧЬ', ['Белая ночь']],
    ['a straight apostrophe', "don't look", ["Don't Look Down (Reprise)"]],
    ['a curly apostrophe', 'don’t look', ["Don't Look Down (Reprise)"]],
    ['a missing apostrophe', 'dont look', ["Don't Look Down (Reprise)"]],
    ['missing brackets', 'down reprise', ["Don't Look Down (Reprise)"]],
    ['missing periods', 'u s blue', ['U.S. Blue']],
    ['a word for a symbol', 'salt and', ['Salt & Smoke']],
    ['a symbol for a word', 'salt & s', ['Salt & Smoke']],
    ['words in another order', 'way long', ['The Long Way Round']],
    ['skipped words', 'saint fire', ["Saint Anselm's Fire"]],
    ['words from title and album', 'tide agua', ['Água Mansa']],
    ['the middle of a word', 'nselm', ["Saint Anselm's Fire"]],
  ])('accepts %s: %j', (_what, text, expected) => {
    expect(searchLabels(text)).toEqual(expected);
  });

  test.each([
    ['a wrong letter', 'midnught', ['Round Midnight']],
    ['a missing letter', 'midnigt', ['Round Midnight']],
    ['an extra letter', 'midnnight', ['Round Midnight']],
    ['two swapped letters', 'mindight', ['Round Midnight']],
    ['a wrong first letter', 'nidnight', ['Round Midnight']],
    ['an extra space', 'half way', ['Halfway Home']],
    ['a missing space', 'longway', ['The Long Way Round']],
    ['a typo in an album', 'low tyde', ['Água Mansa', "Saint Anselm's Fire"]],
    ['a typo in each of two words', 'rouhd midnoght', []],
    ['two typos in one word', 'mudnoght', []],
    ['a typo in four letters', 'sal6', ['Salt & Smoke']],
    ['a typo in three letters', 'sl6', []],
  ])('allows one typo in four letters or more: %s, %j', (_what, text, expected) => {
    expect(searchLabels(text)).toEqual(expected);
  });

  test.each([
    ['round', ['Round Midnight', 'The Long Way Round']],
    ['low tide', ['Água Mansa', "Saint Anselm's Fire"]],
    ['???', ['???']],
    ['zebra', []],
  ])(
    'ranks labels that start with %j first and keeps the order of the others',
    (text, expected) => {
      expect(searchLabels(text)).toEqual(expected);
    },
  );
});
