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
const labels = (text: string) => find(text).map(({ label }) => label);

describe('a search', () => {
  test.each(['', '  '])('%j finds all', (text) => {
    expect(find(text)).toEqual(songs);
  });

  test.each([
    ['case', 'LONG way', ['The Long Way Round']],
    ['accents', 'agua', ['Água Mansa']],
    ['accents that are typed', 'sáint', ["Saint Anselm's Fire"]],
    ['letters of other alphabets', 'smorrebrod', ['Smørrebrød']],
    ['letters written as two', 'strasse', ['Smørrebrød']],
    ['letters that are not Latin', 'НОЧЬ', ['Белая ночь']],
    ['a straight apostrophe', "don't look", ["Don't Look Down (Reprise)"]],
    ['a curly one', 'don’t look', ["Don't Look Down (Reprise)"]],
    ['none', 'dont look', ["Don't Look Down (Reprise)"]],
    ['brackets', 'down reprise', ["Don't Look Down (Reprise)"]],
    ['full stops', 'u s blue', ['U.S. Blue']],
    ['a sign for a word', 'salt and', ['Salt & Smoke']],
    ['a word for a sign', 'salt & s', ['Salt & Smoke']],
    ['the order of words', 'way long', ['The Long Way Round']],
    ['what is between them', 'saint fire', ["Saint Anselm's Fire"]],
    ['title and album together', 'tide agua', ['Água Mansa']],
    ['the middle of a word', 'nselm', ["Saint Anselm's Fire"]],
  ])('forgives %s: %j', (_what, text, expected) => {
    expect(labels(text)).toEqual(expected);
  });

  test.each([
    ['a wrong letter', 'midnught', ['Round Midnight']],
    ['a missing one', 'midnigt', ['Round Midnight']],
    ['one too many', 'midnnight', ['Round Midnight']],
    ['two swapped', 'mindight', ['Round Midnight']],
    ['the first one wrong', 'nidnight', ['Round Midnight']],
    ['a blank too many', 'half way', ['Halfway Home']],
    ['a blank missing', 'longway', ['The Long Way Round']],
    ['a typo in an album', 'low tyde', ['Água Mansa', "Saint Anselm's Fire"]],
    ['one in each of two words, which are two', 'rouhd midnoght', []],
    ['two in one word', 'mudnoght', []],
    ['a typo in less than four letters', 'sal6', ['Salt & Smoke']],
    ['which is too little to go by', 'sl6', []],
  ])('one typo: %s, %j', (_what, text, expected) => {
    expect(labels(text)).toEqual(expected);
  });

  test.each([
    ['round', ['Round Midnight', 'The Long Way Round']],
    ['low tide', ['Água Mansa', "Saint Anselm's Fire"]],
    ['???', ['???']],
    ['zebra', []],
  ])('%j: what begins with it comes first, then the order stays', (text, expected) => {
    expect(labels(text)).toEqual(expected);
  });
});
