import { z } from 'zod';
import { HOUR } from './durations.ts';
import { endpoint, id, idParams } from './endpoint.ts';
import { type LockTimes, predictionsLockAt } from './show-lock.ts';

/** In hours before the lock. A later nudge would leave fans too little time to predict. */
export const NUDGE_HOURS = 2;

export const NUDGES_ENDED = `Nudges end ${NUDGE_HOURS} hours before predictions lock`;
export const ALREADY_NUDGED = 'Your league already got a nudge for this show';
export const EVERYONE_PREDICTED = 'Everyone has predicted';

/** In epoch milliseconds. */
export function nudgesEndAt(show: LockTimes): number {
  return predictionsLockAt(show) - NUDGE_HOURS * HOUR;
}

export const nudgeLeague = endpoint('nudgeLeague', {
  method: 'POST',
  path: '/api/leagues/{id}/nudges',
  tag: 'leagues',
  who: 'user',
  summary:
    'Remind the other members without a prediction, once per show; only those who get reminders',
  params: idParams,
  body: z.object({ showId: id('Choose a show') }),
  status: 204,
});
