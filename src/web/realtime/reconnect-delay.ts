import { RECONNECT } from '#contract/realtime.ts';

/**
 * The delay in milliseconds before an attempt of a round, counted from 1. It doubles from one second up
 * to a cap, with a jitter of 20% so that a hall full of phones doesn't reconnect at once. Undefined
 * after the last attempt of the round.
 */
export function reconnectDelay(
  attempt: number,
  random: () => number = Math.random,
): number | undefined {
  if (attempt > RECONNECT.attempts) return undefined;
  const delay = Math.min(RECONNECT.firstDelayMs * 2 ** (attempt - 1), RECONNECT.maxDelayMs);
  return delay * (1 + RECONNECT.jitter * (2 * random() - 1));
}

/** The delay in milliseconds before the first attempt after a server restart. */
export function restartDelay(random: () => number = Math.random): number {
  return random() * RECONNECT.afterRestartMs;
}
