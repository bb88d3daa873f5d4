import { RECONNECT } from '#contract/realtime.ts';

/**
 * How long to wait before the n-th attempt of a round (n from 1), in milliseconds: doubling from a
 * second to a cap, give or take up to a fifth, so that a hall full of phones doesn't come back at
 * once. Undefined after the round's last attempt.
 */
export function reconnectDelay(
  attempt: number,
  random: () => number = Math.random,
): number | undefined {
  if (attempt > RECONNECT.attempts) return undefined;
  const delay = Math.min(RECONNECT.firstDelayMs * 2 ** (attempt - 1), RECONNECT.maxDelayMs);
  return delay * (1 + RECONNECT.jitter * (2 * random() - 1));
}

/** How long to wait before the first attempt where the server said that it restarts. */
export function restartDelay(random: () => number = Math.random): number {
  return random() * RECONNECT.afterRestartMs;
}
