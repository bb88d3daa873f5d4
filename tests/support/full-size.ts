/** Whether tests run at full size and check target times. Needs an otherwise idle machine. */
export const IS_FULL_RUN = process.env.TEST_FULL === '1';

/** In ms. A process can be paused for seconds, so a lower limit would measure the machine. */
export const TIMEOUT_MS = 60_000;

/** Returns exactly the target time (in ms) in a full run, otherwise `TIMEOUT_MS`. */
export function withinSeconds(seconds: number): number {
  return IS_FULL_RUN ? seconds * 1_000 : TIMEOUT_MS;
}
