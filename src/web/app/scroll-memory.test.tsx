import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** The scroll position that the content's height allows. */
let reachable: number;
let restoreScroll: () => void;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('navigation', { currentEntry: { key: 'schedule' } });
  vi.spyOn(window, 'scrollTo').mockImplementation((...args: unknown[]) => {
    vi.stubGlobal('scrollY', Math.min(Number(args[1]), reachable));
  });
  sessionStorage.setItem('scroll', JSON.stringify({ schedule: 1_500, songs: 900 }));
  vi.resetModules();
  ({ restoreScroll } = await import('./scroll-memory.ts'));
  reachable = 400;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  sessionStorage.clear();
});

test('an entry gets its position back when content arrives seconds later', () => {
  restoreScroll();
  expect(window.scrollY).toBe(400);
  vi.advanceTimersByTime(3_000);
  reachable = 2_000;
  vi.advanceTimersByTime(50);
  expect(window.scrollY).toBe(1_500);
});

test.each(['wheel', 'touchstart', 'pointerdown', 'keydown'])('a %s event ends it', (type) => {
  restoreScroll();
  window.dispatchEvent(new Event(type));
  reachable = 2_000;
  vi.advanceTimersByTime(50);
  expect(window.scrollY).toBe(400);
});

test('another entry ends it', () => {
  restoreScroll();
  vi.stubGlobal('navigation', { currentEntry: { key: 'songs' } });
  reachable = 2_000;
  vi.advanceTimersByTime(50);
  expect(window.scrollY).toBe(400);
});
