/**
 * Scrolls to where the page was left, when it is come back to, or to its top. What is loaded late
 * makes the page longer late, so for a moment it tries again.
 */
export function restoreScroll(): void {
  const key = entryKey();
  if (key === undefined) {
    // The browser remembers by itself, and does so only for a way back.
    if (!isWayBack) window.scrollTo(0, 0);
    isWayBack = false;
    return;
  }
  const wanted = positions[key] ?? 0;
  const until = performance.now() + 1_000;
  const scroll = () => {
    if (entryKey() !== key) return;
    window.scrollTo(0, wanted);
    const isThere = Math.abs(window.scrollY - wanted) < 2;
    if (!isThere && performance.now() < until) requestAnimationFrame(scroll);
  };
  scroll();
}

/** Names this place in the history; undefined without the Navigation API, and without a browser. */
export function entryKey(): string | undefined {
  return globalThis.window?.navigation?.currentEntry?.key;
}

const STORAGE_KEY = 'scroll';

let isWayBack = false;
const positions = readPositions();

/** Starts watching; main.tsx calls it, once. */
export function watchScroll(): void {
  window.addEventListener('popstate', () => {
    isWayBack = true;
  });
  if (entryKey() === undefined) return;
  history.scrollRestoration = 'manual';
  window.addEventListener('scrollend', remember, { passive: true });
  window.addEventListener('pagehide', () => {
    remember();
    try {
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify(positions));
    } catch {
      // Storage is forbidden or full: a reload begins at the top.
    }
  });
  document.addEventListener('click', remember, { capture: true });
}

function remember() {
  const key = entryKey();
  if (key !== undefined) positions[key] = window.scrollY;
}

function readPositions(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}');
  } catch {
    return {};
  }
}
