import { z } from 'zod';
import { endpoint, showParams } from './endpoint.ts';

/**
 * What happens to predictions that fans have already seen when the show reopens before its lock:
 * 'freeze' keeps them and no one can change them; 'void' discards them and everyone starts over.
 */
export const reopeningChoice = z.enum(
  ['freeze', 'void'],
  'Predictions must be either freeze or void',
);
export type ReopeningChoice = z.output<typeof reopeningChoice>;

/** If it is absent, reopening a show whose predictions fans have already seen returns 409. */
export const optionalReopeningChoice = reopeningChoice.optional();

export const REOPENING_NEEDS_CHOICE =
  'Fans have already seen the predictions for this show. Choose whether to freeze or void them.';

/** Shown before the administrator chooses. */
export const getShowReopening = endpoint('getShowReopening', {
  method: 'GET',
  path: '/api/shows/{id}/reopening',
  tag: 'shows',
  who: 'admin',
  summary: 'Count the predictions that fans have seen and that reopening the show freezes or voids',
  params: showParams,
  status: 200,
  returns: z.object({ predictions: z.int() }).meta({ id: 'ShowReopening' }),
  dependsOn: ['show:{id}', 'entrants:{id}'],
});
