import { expect, test } from 'vitest';
import { hasChanges, id, optionalText } from './endpoint.ts';

test.each([
  [{}, false],
  [{ version: 1 }, false],
  [{ name: undefined }, false],
  [{ name: null }, true],
  [{ version: 1, name: '' }, true],
])('the body %j contains a change: %s', (body, isChange) => {
  expect(hasChanges(body)).toBe(isChange);
});

test.each([
  [undefined, undefined],
  [null, null],
  ['', null],
  ['  ', null],
  [' Barn ', 'Barn'],
])('parses the optional text %j as %j', (text, parsed) => {
  expect(optionalText(4).parse(text)).toBe(parsed);
});

test('states the limit when an optional text is too long', () => {
  const { error } = optionalText(4).safeParse('Barns');
  expect(error?.issues.map(({ message }) => message)).toEqual(['At most 4 characters']);
});

test('parses an ID to lowercase', () => {
  const upper = '0B7C3A52-6C1F-4A57-9D3E-0A1B2C3D4E5F';
  expect(id().parse(upper)).toBe(upper.toLowerCase());
});
