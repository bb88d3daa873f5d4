import { z } from 'zod';

/**
 * Code points of which nothing is seen: what Unicode calls ignorable (tags, variation selectors,
 * joiners, fillers, directions), controls, separators of lines, private and impossible ones, and
 * signs whose picture is empty.
 */
const UNSEEN =
  /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\u2800\uFFF9-\uFFFC\u{13441}\u{13442}\u{16FE4}\u{1D159}]/u;

/** Letters of scripts in which a joiner between two of them changes how a word is written. */
const JOINING =
  'Arab Syrc Nkoo Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt'
    .split(' ')
    .map((script) => `\\p{scx=${script}}`)
    .join('');

/** What is ignorable and yet belongs: a joiner inside such a word, and what emoji are made of. */
const BELONGING = /* @__PURE__ */ new RegExp(
  [
    `(?<=[${JOINING}])[\\u200C\\u200D](?=[${JOINING}])`,
    '(?<=\\p{Extended_Pictographic})\\uFE0F',
    '(?<=[0-9#*])\\uFE0F(?=\\u20E3)',
    '(?<=\\p{Extended_Pictographic}\\uFE0F?\\p{Emoji_Modifier}?)\\u200D(?=\\p{Extended_Pictographic})',
  ].join('|'),
  'gu',
);

/** Whether something of the text can be seen: a letter, a digit, a sign. A lone accent has no place. */
export function isVisible(text: string): boolean {
  return Array.from(text).some(
    (sign) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(sign) && !UNSEEN.test(sign),
  );
}

/** Whether the text holds code points that nobody sees, and that make one name look like another. */
export function hasInvisibleCharacters(text: string): boolean {
  // Stryker disable next-line StringLiteral: whatever can be seen may stand in its place.
  return UNSEEN.test(text.replace(BELONGING, ''));
}

/** One character can unfold into many: names whose key is longer than this are refused. */
export const IDENTITY_KEY_MAX = 255;

/** Two names, titles or addresses that are equal under this key are the same one. */
export function identityKey(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase();
}

/** Text of at most `max` characters; `missing` is said where there is none, or nothing to be seen. */
export function visibleText(max: number, missing = 'Required') {
  return z
    .string({ error: ({ input }) => (input === undefined || input === null ? missing : undefined) })
    .trim()
    .min(1, missing)
    .max(max)
    .refine(isVisible, missing);
}
