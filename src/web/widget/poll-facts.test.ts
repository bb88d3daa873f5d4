import { expect, onTestFinished, test, vi } from 'vitest';
import { findDelay, pollFacts } from './poll-facts.ts';

test('polls every 15 seconds only during a live show', () => {
  expect(findDelay('live', true, 0)).toBe(15_000);
  expect(findDelay('next', true, 0)).toBe(15_000);
  expect(findDelay('live', false, 0)).toBe(60_000);
  expect(findDelay('next', false, 0)).toBe(300_000);
});

test('doubles the delay with each failure, up to five minutes', () => {
  expect([1, 2, 3, 4, 5, 50].map((failures) => findDelay('live', true, failures))).toEqual([
    30_000, 60_000, 120_000, 240_000, 300_000, 300_000,
  ]);
});

test('stops after the widget is removed from the page', async () => {
  vi.useFakeTimers();
  const fetch = vi.fn(async () => Response.json({ show: null }));
  vi.stubGlobal('fetch', fetch);
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('addEventListener', vi.fn());
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  let isNeeded = true;
  const { signal } = new AbortController();
  pollFacts('/api/widget', 'next', {
    ...{ signal, isNeeded: () => isNeeded, onFacts: vi.fn(), onFailure: vi.fn() },
  });
  await vi.advanceTimersByTimeAsync(400_000);
  expect(fetch).toHaveBeenCalledTimes(2);
  isNeeded = false;
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(fetch).toHaveBeenCalledTimes(2);
});
