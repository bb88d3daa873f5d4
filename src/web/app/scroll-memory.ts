import { SCROLL_CLAIMED, USER_SCROLL_EVENTS } from '#web/ui/user-scroll-events.ts';

/** Retries while content loads, until the user interacts or the page reaches the position. */
export function restoreScroll(): void {
  const key = getEntryKey();
  if (key === undefined) {
    // Browsers that lack the Navigation API restore the position on back and forward only.
    if (!isPopState) window.scrollTo(0, 0);
    isPopState = false;
    return;
  }
  const target = positions[key] ?? 0;
  const deadline = performance.now() + GIVE_UP_MS;
  const abortController = new AbortController();
  for (const event of [...USER_SCROLL_EVENTS, SCROLL_CLAIMED])
    window.addEventListener(event, () => abortController.abort(), {
      passive: true,
      signal: abortController.signal,
    });
  const scroll = () => {
    if (abortController.signal.aborted || getEntryKey() !== key) return abortController.abort();
    window.scrollTo(0, target);
    const hasArrived = Math.abs(window.scrollY - target) < 2;
    if (hasArrived || performance.now() > deadline) abortController.abort();
    else requestAnimationFrame(scroll);
  };
  scroll();
}

const GIVE_UP_MS = 5_000;

export function getEntryKey(): string | undefined {
  return globalThis.window?.navigation?.currentEntry?.key;
}

const STORAGE_KEY = 'scroll';

let isPopState = false;
const positions = readPositions();

/** Records scroll positions. Call once. */
export function watchScroll(): void {
  window.addEventListener('popstate', () => {
    isPopState = true;
  });
  if (getEntryKey() === undefined) return;
  history.scrollRestoration = 'manual';
  window.addEventListener('scrollend', recordPosition, { passive: true });
  window.addEventListener('pagehide', () => {
    recordPosition();
    try {
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify(positions));
    } catch {
      // Storage is blocked or full; a reload starts at the top.
    }
  });
  document.addEventListener('click', recordPosition, { capture: true });
}

function recordPosition() {
  const key = getEntryKey();
  if (key !== undefined) positions[key] = window.scrollY;
}

function readPositions(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}');
  } catch {
    return {};
  }
}
