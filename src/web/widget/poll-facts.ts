import type { WidgetFacts, WidgetShow } from '#contract/widget.ts';

const SECOND = 1_000;
const LIVE_MS = 15 * SECOND;
const WAITING_MS = 60 * SECOND;
const QUIET_MS = 300 * SECOND;

/** Returns the milliseconds until the next request, without jitter. */
export function findDelay(wanted: WidgetShow, isLive: boolean, failures: number): number {
  const delay = isLive ? LIVE_MS : wanted === 'live' ? WAITING_MS : QUIET_MS;
  return Math.min(QUIET_MS, delay * 2 ** failures);
}

interface Polling {
  signal: AbortSignal;
  /** Called before each request. */
  isNeeded: () => boolean;
  onFacts: (facts: WidgetFacts) => void;
  onFailure: () => void;
}

/** While the page is visible. The browser sends the ETag, so most responses are empty. */
export function pollFacts(
  url: string,
  wanted: WidgetShow,
  { signal, isNeeded, onFacts, onFailure }: Polling,
): void {
  let isLive = false;
  let failures = 0;
  let nextAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRequesting = false;

  const request = async () => {
    if (!isNeeded()) return;
    isRequesting = true;
    try {
      const response = await fetch(url, { credentials: 'omit', cache: 'no-cache' });
      if (!response.ok) throw new Error(String(response.status));
      const facts: WidgetFacts = await response.json();
      isLive = facts.show?.status === 'live';
      failures = 0;
      onFacts(facts);
    } catch {
      failures++;
      onFailure();
    }
    isRequesting = false;
    // Jitter keeps the widgets of a busy page from asking in the same second.
    nextAt = Date.now() + findDelay(wanted, isLive, failures) * (0.9 + Math.random() / 5);
    schedule();
  };

  const schedule = () => {
    clearTimeout(timer);
    if (!document.hidden && !isRequesting)
      timer = setTimeout(request, Math.max(0, nextAt - Date.now()));
  };

  document.addEventListener('visibilitychange', schedule, { signal });
  const retryNow = () => {
    nextAt = 0;
    schedule();
  };
  addEventListener('online', retryNow, { signal });
  schedule();
}
