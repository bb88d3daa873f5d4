import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let maxScrollY: number;
let restoreScroll: () => void;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('navigation', { currentEntry: { key: 'schedule' } });
  vi.spyOn(window, 'scrollTo').mockImplementation((...args: unknown[]) => {
    vi.stubGlobal('scrollY', Math.min(Number(args[1]), maxScrollY));
  });
  sessionStorage.setItem('scroll', JSON.stringify({ schedule: 1_500, songs: 900 }));
  vi.resetModules();
  ({ restoreScroll } = await import('./scroll-memory.ts'));
  maxScrollY = 400;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  sessionStorage.clear();
});

test('restores the position of a history entry when content arrives seconds later', () => {
  restoreScroll();
  expect(window.scrollY).toBe(400);
  vi.advanceTimersByTime(3_000);
  maxScrollY = 2_000;
  vi.advanceTimersByTime(50);
  expect(window.scrollY).toBe(1_500);
});

test.each(['wheel', 'touchstart', 'pointerdown', 'keydown'])(
  'a %s event cancels the restoration',
  (type) => {
    restoreScroll();
    window.dispatchEvent(new Event(type));
    maxScrollY = 2_000;
    vi.advanceTimersByTime(50);
    expect(window.scrollY).toBe(400);
  },
);

test('a navigation to another entry cancels the restoration', () => {
  restoreScroll();
  vi.stubGlobal('navigation', { currentEntry: { key: 'songs' } });
  maxScrollY = 2_000;
  vi.advanceTimersByTime(50);
  expect(window.scrollY).toBe(400);
});
