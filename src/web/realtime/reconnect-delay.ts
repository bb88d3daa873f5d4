import { RECONNECT } from '#contract/realtime.ts';

/** Returns ms, or undefined after the last attempt. Jitter spreads the phones' reconnects. */
export function computeReconnectDelay(
  attempt: number,
  random: () => number = Math.random,
): number | undefined {
  if (attempt > RECONNECT.attempts) return undefined;
  const delay = Math.min(RECONNECT.firstDelayMs * 2 ** (attempt - 1), RECONNECT.maxDelayMs);
  return delay * (1 + RECONNECT.jitter * (2 * random() - 1));
}

/** In milliseconds. */
export function computeRestartDelay(random: () => number = Math.random): number {
  return random() * RECONNECT.afterRestartMs;
}
