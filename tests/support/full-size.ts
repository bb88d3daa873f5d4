/** Whether tests run at full size and hold the product to its seconds, on a machine that does nothing else. */
export const IS_FULL = process.env.TEST_FULL === '1';

/**
 * Milliseconds that a test waits for what must happen, where nothing else is said. The bound only tells
 * a standstill from a slow machine: with eight processes on two cores the test's own process is kept
 * waiting for seconds, so a bound near what the product takes would measure the machine.
 */
export const TIMEOUT_MS = 60_000;

/**
 * Milliseconds that a test grants what the product promises within so many seconds: these seconds in a full
 * run (`npm run faults -- nodes`), and elsewhere what `TIMEOUT_MS` says, for the reason given there.
 */
export function within(seconds: number): number {
  return IS_FULL ? seconds * 1_000 : TIMEOUT_MS;
}
