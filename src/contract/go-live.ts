import { HOUR } from './durations.ts';
import type { LockTimes } from './shows.ts';

/** Going live this long before the start asks first. */
const EARLY_GO_LIVE_MS = 2 * HOUR;

export function isEarlyToGoLive({ date }: Pick<LockTimes, 'date'>, now: number): boolean {
  return new Date(date).getTime() - now > EARLY_GO_LIVE_MS;
}
