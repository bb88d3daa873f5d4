import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canEditPrediction, createPredictionBody, updatePredictionBody } from './predictions.ts';
import { PREDICTION_CUTOFF_MS } from './show-lock.ts';

const randomUUID = () => crypto.randomUUID();
const showId = randomUUID();
const song = randomUUID();
const createSongIds = (count: number) => Array.from({ length: count }, () => randomUUID());

describe('prediction bodies', () => {
  test.each<[string, unknown, string]>([
    ['no song', [], 'At least one song must be selected'],
    ['25 songs', createSongIds(25), 'You can only select up to 24 songs for your prediction.'],
    ['a song twice', [song, ...createSongIds(2), song], 'A song cannot be chosen twice'],
    ['text instead of a list', song, 'Must be a list'],
    ['null in the list', [song, null], 'Unknown song'],
    ['a number in the list', [7], 'Unknown song'],
    ['a malformed id', ['not-an-id'], 'Unknown song'],
    ['nothing at all', undefined, 'Required'],
  ])('reject %s', (_what, songIds, message) => {
    for (const result of [
      createPredictionBody.safeParse({ showId, songIds }),
      updatePredictionBody.safeParse({ songIds }),
    ])
      expect(result.error?.issues[0]?.message).toBe(message);
  });

  test('reject a malformed show ID', () => {
    const result = createPredictionBody.safeParse({ showId: 'tonight', songIds: [song] });
    expect(result.error?.issues.map(({ message }) => message)).toEqual(['Unknown show']);
  });

  test('reject a duplicate song whose ID differs in case', () => {
    const result = updatePredictionBody.safeParse({ songIds: [song, song.toUpperCase()] });
    expect(result.success).toBe(false);
  });

  test.each([1, 24])('accept %i songs and keep their order', (count) => {
    const songIds = createSongIds(count);
    expect(createPredictionBody.parse({ showId, songIds })).toEqual({ showId, songIds });
  });

  test('strip unknown fields', () => {
    const body = { songIds: [song], points: 500, userId: randomUUID(), submittedAt: 'yesterday' };
    expect(updatePredictionBody.parse(body)).toEqual({ songIds: [song] });
  });
});

const NOT_FROZEN = { arePredictionsFrozen: false };

describe('canEditPrediction', () => {
  const start = Date.parse('2031-05-08T00:00:00Z');
  const date = new Date(start).toISOString();

  test.each<[string, number | null, string, number, boolean]>([
    ['a millisecond before the lock', null, 'open', -PREDICTION_CUTOFF_MS - 1, true],
    ['at the lock', null, 'open', -PREDICTION_CUTOFF_MS, false],
    ['after the start', null, 'open', 1, false],
    ['live, long before the start', null, 'live', -10 * PREDICTION_CUTOFF_MS, false],
    ['closed, long before the start', null, 'closed', -10 * PREDICTION_CUTOFF_MS, false],
    ['an unknown status', null, 'adjourned', -10 * PREDICTION_CUTOFF_MS, false],
    ['postponed', null, 'postponed', -10 * PREDICTION_CUTOFF_MS, false],
    ['scored with 0', 0, 'open', -10 * PREDICTION_CUTOFF_MS, false],
  ])('decides by lock, status and points: %s', (_what, points, status, fromStart, isEditable) => {
    const show = { date, status, locksAt: null, ...NOT_FROZEN };
    expect(canEditPrediction({ points, show }, start + fromStart)).toBe(isEditable);
  });

  test('is true exactly while more than an hour is left before the start', () => {
    const anyStart = fc.date({ min: new Date('2000-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(anyStart, fc.integer({ min: -7_200_000, max: 0 }), (begins, fromStart) => {
        const show = { date: begins, status: 'open', locksAt: null, ...NOT_FROZEN };
        const unscored = { points: null, show };
        expect(canEditPrediction(unscored, begins.getTime() + fromStart)).toBe(
          fromStart < -3_600_000,
        );
      }),
    );
  });
});
