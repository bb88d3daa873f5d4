/** Whether tests run at full size and check promised times. Needs an otherwise idle machine. */
export const IS_FULL_RUN = process.env.TEST_FULL === '1';

/**
 * Default timeout in ms. With eight processes on two cores, a test can be paused for seconds, so a
 * limit near the real time would measure the machine.
 */
export const TIMEOUT_MS = 60_000;

/**
 * Returns the timeout in ms for a promised time: exactly that in a full run (`npm run faults --
 * nodes`), otherwise `TIMEOUT_MS`.
 */
export function withinSeconds(seconds: number): number {
  return IS_FULL_RUN ? seconds * 1_000 : TIMEOUT_MS;
}
