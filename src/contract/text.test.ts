import { describe, expect, test } from 'vitest';
import { username } from './accounts.ts';
import { createSongBody } from './songs.ts';
import { identityKey, isVisible, visibleText } from './text.ts';

describe('a username', () => {
  test.each([
    ['three tags', '\u{e0061}\u{e0062}\u{e0063}'],
    ['fillers', '\u3164\u115f\uffa0'],
    ['braille without a dot', '\u2800\u2800\u2800'],
    ['accents without a letter', '\u0301\u0302\u0303'],
    ['a tag', 'mari\u{e0067}gold'],
    ['a variation selector', 'mari\ufe0fgold'],
    ['a supplementary variation selector', 'mari\u{e0101}gold'],
    ['a joiner between Latin letters', 'mari\u200dgold'],
    ['a non-joiner at its end', 'marigold\u200c'],
    ['a line separator', 'mari\u2028gold'],
    ['a private code point', 'mari\ue000gold'],
    ['a grapheme joiner', 'mari\u034fgold'],
    ['two blanks', 'mari  gold'],
    ['two blanks of different kinds', 'mari \u00a0gold'],
  ])('with %s is rejected', (_, name) => {
    expect(username.safeParse(name).success).toBe(false);
  });

  test.each([
    'Big Fan',
    'فاطمة الزهراء',
    'می\u200cخواهم',
    'ශ\u0dca\u200dරී ලංකා',
    '👩🏽\u200d🚀👨\u200d👩\u200d👧',
    '❤\ufe0f❤\ufe0f',
    'Zoë 1\ufe0f\u20e3',
  ])('%s is accepted', (name) => {
    expect(username.parse(name)).toBe(name);
  });
});

test.each(['', '  ', '\u200b', '\u{e0041}', '\u2800', '\u3164', '\u0301'])(
  'rejects a title without a visible character: %j',
  (title) => {
    const [issue] = createSongBody.safeParse({ title }).error?.issues ?? [];
    expect(issue?.message).toBe('Title is required');
    expect(isVisible(title)).toBe(false);
  },
);

test.each([
  ['a zero-width space', 'Half\u200b Moon', 'Half Moon'],
  ['a zero-width space at its end', 'Half Moon \u200b', 'Half Moon'],
  ['a soft hyphen', 'Half\u00admoon', 'Halfmoon'],
  ['a joiner that spells a word', 'می\u200cخواهم', 'می\u200cخواهم'],
  ['a joiner that makes an emoji', '👩🏽\u200d🚀', '👩🏽\u200d🚀'],
])('removes invisible characters from a title with %s', (_, input, title) => {
  expect(createSongBody.parse({ title }).title).toBe(title);
  expect(createSongBody.parse({ title: input }).title).toBe(title);
});

test.each([
  ['case', 'Half Moon', 'hALF mOON'],
  ['blanks', 'Half Moon', 'Half \u00a0 Moon'],
  ['composition', 'Caf\u00e9', 'Cafe\u0301'],
  ['invisible characters', '❤', '❤\ufe0f'],
])('strings that differ only in %s have the same key', (_, text, other) => {
  expect(identityKey(text)).toBe(identityKey(other));
});

test.each([
  ['Half \u00a0 Moon', 'half moon'],
  ['Halfmoon', 'halfmoon'],
  // Uppercasing would turn this letter into two.
  ['Straße', 'straße'],
])('the stored key of %j stays stable: %j', (text, key) => {
  expect(identityKey(text)).toBe(key);
});

test.each([
  [undefined, 'Name is missing'],
  [null, 'Name is missing'],
  [' ', 'Name is missing'],
  [7, 'Must be text'],
  ['x'.repeat(1_001), 'At most 1,000 characters'],
])('rejects the text %j with: %s', (text, message) => {
  const { error } = visibleText(1_000, 'Name is missing').safeParse(text);
  expect(error?.issues[0]?.message).toBe(message);
});

test('trims visible text', () => {
  expect(visibleText(4).parse(' Barn ')).toBe('Barn');
});
