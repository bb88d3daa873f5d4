import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recordLastSeen, retryStale, setLastSeen } from './last-seen.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const OLD = 'Sat, 09 May 2026 12:00:00 GMT';

async function watch(seconds: number, staleUntil: number): Promise<number[]> {
  const attempts: number[] = [];
  const start = Date.now();
  const retry = () =>
    retryStale(async () => {
      const elapsed = Math.round((Date.now() - start) / 1_000);
      attempts.push(elapsed);
      if (elapsed >= staleUntil) return;
      recordLastSeen(OLD);
      retry();
    });
  retry();
  await vi.advanceTimersByTimeAsync(seconds * 1_000);
  setLastSeen(undefined);
  return attempts;
}

test('retries stale data with delays that grow to half a minute, until it is fresh', async () => {
  expect(await watch(130, 120)).toEqual([0, 1, 3, 7, 15, 31, 61, 91, 121]);
  expect(await watch(5, 0)).toEqual([0]);
});

test('does not fetch after a retry was cancelled', async () => {
  const refetch = vi.fn(async () => {});
  retryStale(refetch)();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(refetch).not.toHaveBeenCalled();
});
