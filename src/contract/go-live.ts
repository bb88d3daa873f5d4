import { HOUR } from './durations.ts';
import type { LockTimes } from './show-lock.ts';

/** Going live earlier than this before the start needs a confirmation. */
const EARLY_GO_LIVE_MS = 2 * HOUR;

export function isEarlyToGoLive({ date }: Pick<LockTimes, 'date'>, now: number): boolean {
  return new Date(date).getTime() - now > EARLY_GO_LIVE_MS;
}
