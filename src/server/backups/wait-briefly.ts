import { setTimeout as sleep } from 'node:timers/promises';

/** Proxies wait 30 s or longer for a response. */
const WAIT_MS = 10_000;

/** Returns undefined if the work takes longer than a proxy waits for a response. */
export async function waitBriefly<Result>(
  work: Promise<Result>,
  waitMs = WAIT_MS,
): Promise<{ result: Result } | undefined> {
  // Prevents an unhandled rejection between two calls.
  work.catch(() => undefined);
  const timer = new AbortController();
  try {
    return await Promise.race([
      work.then((result) => ({ result })),
      sleep(waitMs, undefined, { signal: timer.signal, ref: false }),
    ]);
  } finally {
    timer.abort();
  }
}
