import { expect, test } from 'vitest';
import { formatSongCount } from './live-text.ts';

test.each([
  ['live', 1, 23, 'Song 1 of ~23'],
  ['live', 23, 23, 'Song 23 of ~23'],
  ['live', 24, 23, 'Song 24'],
  ['live', 13, 12, 'Song 13'],
  ['closed', 24, 23, '24 songs'],
  ['closed', 1, 23, '1 song'],
  ['open', 3, 23, '3 songs'],
  ['live', 0, 23, undefined],
  ['closed', 0, 23, undefined],
])(
  'formats a %s show with %i of about %i songs as %s',
  (status, songCount, expectedLength, text) => {
    expect(formatSongCount({ status }, songCount, expectedLength)).toBe(text);
  },
);
