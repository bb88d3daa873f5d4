import type { WidgetFacts, WidgetShow } from '#contract/widget.ts';

const SECOND = 1_000;
const LIVE_MS = 15 * SECOND;
const WAITING_MS = 60 * SECOND;
const QUIET_MS = 300 * SECOND;

/** Returns milliseconds, without jitter. */
export function findDelay(selection: WidgetShow, isLive: boolean, failures: number): number {
  const delay = isLive ? LIVE_MS : selection === 'live' ? WAITING_MS : QUIET_MS;
  return Math.min(QUIET_MS, delay * 2 ** failures);
}

interface Polling {
  signal: AbortSignal;
  isNeeded: () => boolean;
  onFacts: (facts: WidgetFacts) => void;
  onFailure: () => void;
}

/** Polls while the page is visible. The browser sends the ETag, so most responses are empty. */
export function pollFacts(
  url: string,
  selection: WidgetShow,
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
    // Jitter keeps the widgets of a busy page from requesting in the same second.
    nextAt = Date.now() + findDelay(selection, isLive, failures) * (0.9 + Math.random() / 5);
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
