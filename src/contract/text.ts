import { z } from 'zod';

/** Matches ignorable, control, separator, private-use and invalid code points, and empty glyphs. */
const INVISIBLE =
  /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\u2800\uFFF9-\uFFFC\u{13441}\u{13442}\u{16FE4}\u{1D159}]/u;

/** Scripts where a joiner between two letters changes how a word is written. */
const JOINING =
  'Arab Syrc Nkoo Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt'
    .split(' ')
    .map((script) => `\\p{scx=${script}}`)
    .join('');

/** Matches a joiner inside such a word, and parts of emoji. */
const ALLOWED_JOINERS = /* @__PURE__ */ new RegExp(
  [
    `(?<=[${JOINING}])[\\u200C\\u200D](?=[${JOINING}])`,
    '(?<=\\p{Extended_Pictographic})\\uFE0F',
    '(?<=[0-9#*])\\uFE0F(?=\\u20E3)',
    '(?<=\\p{Extended_Pictographic}\\uFE0F?\\p{Emoji_Modifier}?)\\u200D(?=\\p{Extended_Pictographic})',
  ].join('|'),
  'gu',
);

/** Returns false for a lone accent. */
export function isVisible(text: string): boolean {
  return Array.from(text).some(
    (character) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(character) && !INVISIBLE.test(character),
  );
}

/** Detects invisible characters, because they can make one name look like another. */
export function hasInvisibleCharacters(text: string): boolean {
  // Stryker disable next-line StringLiteral: any visible replacement gives the same result.
  return INVISIBLE.test(text.replace(ALLOWED_JOINERS, ''));
}

const IGNORABLE = /* @__PURE__ */ new RegExp(
  `(${ALLOWED_JOINERS.source})|\\p{Default_Ignorable_Code_Point}`,
  'gu',
);

/** Keeps invisible characters that are part of a word or an emoji. */
export function removeIgnorable(text: string): string {
  return text.replace(IGNORABLE, '$1');
}

/** NFKC can expand one character to many. */
export const IDENTITY_KEY_MAX = 255;

/** Names, titles and email addresses with equal keys count as the same. */
export function identityKey(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase();
}

/** `missing` is the message for absent or invisible text. */
export function visibleText(max: number, missing = 'Required') {
  return z
    .string({ error: ({ input }) => (input === undefined || input === null ? missing : undefined) })
    .trim()
    .min(1, missing)
    .max(max)
    .refine(isVisible, missing);
}
