import { z } from 'zod';
import { endpoint, showParams } from './endpoint.ts';

/** 'freeze' keeps predictions that fans have seen, without changes; 'void' discards them. */
export const reopeningChoice = z.enum(
  ['freeze', 'void'],
  'Predictions must be either freeze or void',
);
export type ReopeningChoice = z.output<typeof reopeningChoice>;

/** If omitted, reopening a show whose predictions fans have already seen returns 409. */
export const optionalReopeningChoice = reopeningChoice.optional();

export const REOPENING_NEEDS_CHOICE =
  'Fans have already seen the predictions for this show. Choose whether to freeze or void them.';

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
