import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useHasPassed } from './use-now.ts';

const INSTANT = 1_000_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test.each(Array.from({ length: 10 }, (_, n) => n + 3))(
  'rerenders when the instant passes between two reads of the clock, %i reads ahead',
  (readsAhead) => {
    let now = INSTANT - readsAhead;
    vi.spyOn(Date, 'now').mockImplementation(() => {
      now += 1;
      return now;
    });
    const { result } = renderHook(() => useHasPassed(INSTANT));
    act(() => void vi.runAllTimers());
    expect(result.current).toBe(true);
  },
);

test("keeps an instant in the past when the server's clock turns out to be earlier", () => {
  let now = INSTANT;
  vi.spyOn(Date, 'now').mockImplementation(() => now);
  const { result, rerender } = renderHook(({ instant }) => useHasPassed(instant), {
    initialProps: { instant: INSTANT },
  });
  now -= 500;
  rerender({ instant: INSTANT });
  expect(result.current).toBe(true);
  rerender({ instant: INSTANT + 1 });
  expect(result.current).toBe(false);
});

test('waits for an instant more than 24 days ahead', () => {
  let now = INSTANT - 2 ** 32;
  vi.spyOn(Date, 'now').mockImplementation(() => now);
  const { result } = renderHook(() => useHasPassed(INSTANT));
  act(() => void vi.advanceTimersByTime(2 ** 31 - 1));
  expect(result.current).toBe(false);
  now = INSTANT;
  act(() => void vi.advanceTimersByTime(2 ** 31));
  expect(result.current).toBe(true);
});
