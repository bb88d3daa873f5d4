import { expect, test } from 'vitest';
import { id, namesAChange, optionalText } from './endpoint.ts';

test.each([
  [{}, false],
  [{ version: 1, detailsVersion: 1 }, false],
  [{ name: undefined }, false],
  [{ name: null }, true],
  [{ version: 1, name: '' }, true],
])('%j names a change: %s', (body, does) => {
  expect(namesAChange(body)).toBe(does);
});

test.each([
  [undefined, undefined],
  [null, null],
  ['', null],
  ['  ', null],
  [' Barn ', 'Barn'],
])('of the optional text %j is kept %j', (text, kept) => {
  expect(optionalText(4).parse(text)).toBe(kept);
});

test('an optional text has its limit, and says which', () => {
  const { error } = optionalText(4).safeParse('Barns');
  expect(error?.issues.map(({ message }) => message)).toEqual(['At most 4 characters']);
});

test('an id has one spelling', () => {
  const upper = '0B7C3A52-6C1F-4A57-9D3E-0A1B2C3D4E5F';
  expect(id().parse(upper)).toBe(upper.toLowerCase());
});
