/** Restores the entry's scroll position, or scrolls to the top. Retries while content arrives. */
export function restoreScroll(): void {
  const key = entryKey();
  if (key === undefined) {
    // Without the Navigation API, the browser restores the position on back and forward only.
    if (!isPopState) window.scrollTo(0, 0);
    isPopState = false;
    return;
  }
  const target = positions[key] ?? 0;
  const deadline = performance.now() + 1_000;
  const scroll = () => {
    if (entryKey() !== key) return;
    window.scrollTo(0, target);
    const hasArrived = Math.abs(window.scrollY - target) < 2;
    if (!hasArrived && performance.now() < deadline) requestAnimationFrame(scroll);
  };
  scroll();
}

/** Returns undefined without the Navigation API or outside a browser. */
export function entryKey(): string | undefined {
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
  if (entryKey() === undefined) return;
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
