import { z } from 'zod';
import { HOUR } from './durations.ts';
import { endpoint, showParams } from './endpoint.ts';

/** A closed show's points stay provisional for this long, while its setlist is checked. */
export const PROVISIONAL_MS = 72 * HOUR;

export const correction = z
  .object({
    id: z.int(),
    at: z.iso.datetime(),
    what: z.string(),
    difference: z.int(),
  })
  .meta({ id: 'Correction' });
export type Correction = z.output<typeof correction>;

export function formatCorrection({ what, difference }: Pick<Correction, 'what' | 'difference'>) {
  return `${what}: you ${formatDifference(difference)}`;
}

export function formatDifference(difference: number): string {
  return `${difference < 0 ? '−' : '+'}${Math.abs(difference)}`;
}

export const receipt = z
  .object({
    points: z.int(),
    firstPoints: z.int(),
    /** Null until the show is closed. Later corrections still count. */
    finalAt: z.iso.datetime().nullable(),
    /** The latest `MAX_CORRECTIONS`, newest first. */
    corrections: z.array(correction),
  })
  .meta({ id: 'Receipt' });
export type Receipt = z.output<typeof receipt>;

export const MAX_CORRECTIONS = 100;

export const getReceipt = endpoint('getReceipt', {
  method: 'GET',
  path: '/api/shows/{id}/receipt',
  tag: 'predictions',
  who: 'user',
  summary: 'Get your points for a show and their corrections, or 204 before you have points',
  params: showParams,
  status: 200,
  returns: receipt,
  mayBeEmpty: true,
  dependsOn: ['show:{id}', 'totals:{id}'],
});
