import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteLastSeen, readAgain, setLastSeen } from './last-seen.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const OLD = 'Sat, 09 May 2026 12:00:00 GMT';

/** As the page does it: whenever what it got is old it tries again, perhaps while others are still read. */
async function watch(seconds: number, isOldUntil: number): Promise<number[]> {
  const readAt: number[] = [];
  const start = Date.now();
  const next = () =>
    readAgain(async () => {
      const after = Math.round((Date.now() - start) / 1_000);
      readAt.push(after);
      if (after >= isOldUntil) return;
      noteLastSeen(OLD);
      next();
    });
  next();
  await vi.advanceTimersByTimeAsync(seconds * 1_000);
  setLastSeen(undefined);
  return readAt;
}

test('what keeps being old is read again after pauses that grow to half a minute, until it is fresh', async () => {
  expect(await watch(130, 120)).toEqual([0, 1, 3, 7, 15, 31, 61, 91, 121]);
  // And the next time at once.
  expect(await watch(5, 0)).toEqual([0]);
});

test('a reading that is not wanted any more is not made', async () => {
  const read = vi.fn(async () => {});
  readAgain(read)();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(read).not.toHaveBeenCalled();
});
