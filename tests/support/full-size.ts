/**
 * Whether tests run at full size and check promised times, which needs an otherwise idle machine.
 */
export const IS_FULL_RUN = process.env.TEST_FULL === '1';

/**
 * Default milliseconds to wait for a condition. With eight processes on two cores, the test's
 * process can wait for seconds, so a limit near the product's real time would measure the machine.
 */
export const TIMEOUT_MS = 60_000;

/**
 * Milliseconds to wait for something promised within this many seconds: exactly these in a full run
 * (`npm run faults -- nodes`), otherwise `TIMEOUT_MS`.
 */
export function withinSeconds(seconds: number): number {
  return IS_FULL_RUN ? seconds * 1_000 : TIMEOUT_MS;
}
