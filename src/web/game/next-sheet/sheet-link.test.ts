import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_PICKS } from '#contract/predictions.ts';
import { formatSheetLink, parseSheetLink } from './sheet-link.ts';

const ids = (maxLength: number) => fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength });

test('stores the show and the songs in order in a link', () => {
  fc.assert(
    fc.property(fc.uuid(), ids(MAX_PICKS), (showId, songIds) => {
      const link = formatSheetLink({ showId, songIds });
      expect(link).toMatch(/^#[\w=.-]{1,600}$/);
      expect(parseSheetLink(link)).toEqual({ showId, songIds });
    }),
  );
});

test('returns no link for an empty sheet', () => {
  expect(formatSheetLink({ showId: crypto.randomUUID(), songIds: [] })).toBe('');
});

test('returns no sheet, or at most 24 different IDs, for a hostile fragment', () => {
  const part = fc.oneof(fc.string(), fc.stringMatching(/^[\w-]{22}$/), fc.constant('.'));
  const hostileFragment = fc.array(part, { maxLength: 60 }).map((parts) => parts.join('.'));
  fc.assert(
    fc.property(hostileFragment, (text) => {
      const { songIds = [] } = parseSheetLink(`#sheet=${text}`) ?? {};
      expect(songIds.length).toBeLessThanOrEqual(MAX_PICKS);
      expect(new Set(songIds).size).toBe(songIds.length);
      for (const id of songIds) expect(id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    }),
  );
});

const SHOW = 'AAAAAAAAQACAAAAAAAAAAQ';

test.each([
  '',
  '#features',
  '#sheet=',
  `#sheet=${SHOW}`,
  `#sheet=${SHOW}.not-a-song`,
  `#sheet=not-a-show.${SHOW}`,
  `#sheet=${SHOW}.${'A'.repeat(1_000_000)}`,
])('finds no sheet in %.30s', (fragment) => {
  expect(parseSheetLink(fragment)).toBeNull();
});

test('skips songs that are malformed or repeated', () => {
  const sheet = parseSheetLink(`#sheet=${SHOW}.${SHOW}.<script>.${SHOW}`);
  expect(sheet?.songIds).toEqual(['00000000-0000-4000-8000-000000000001']);
});
