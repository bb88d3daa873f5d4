import { expect, type Page, type Request } from '@playwright/test';
import type { Change } from '#contract/freshness.ts';
import { eventOf, PULSE, refetchSpread, toChanges } from '#contract/realtime.ts';

/** The newest version that this process wrote and its time (Unix ms), keyed by topic and show. */
const writtenVersions = new Map<string, { version: number; writtenAt: number }>();

/** Requests for odds wait for the training, which has a low priority. */
const ODDS_TIMEOUT_MS = 60_000;

interface Activity {
  requests: Set<Request>;
  openSockets: number;
  receivedVersions: Map<string, number>;
  /** Unix time in ms. The document includes earlier changes, so the socket doesn't replay them. */
  openedAt: number;
}

const activities = new WeakMap<Page, Activity>();

/** `settled` waits until a page has received these changes of a write. */
export function recordWrite(changes: readonly Change[]): void {
  for (const { topic, subjectId, version } of changes)
    if (eventOf(topic) && subjectId)
      writtenVersions.set(`${topic} ${subjectId}`, { version, writtenAt: Date.now() });
}

/** After a server restart or for deleted shows, pages don't receive the recorded writes. */
export function clearWrites(): void {
  writtenVersions.clear();
}

export function watchActivity(page: Page): void {
  const activity: Activity = {
    requests: new Set(),
    openSockets: 0,
    receivedVersions: new Map(),
    openedAt: 0,
  };
  activities.set(page, activity);
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) {
      activity.requests.clear();
      activity.receivedVersions.clear();
      activity.openedAt = Number.POSITIVE_INFINITY;
    }
    activity.requests.add(request);
  });
  page.on('response', (response) => {
    const request = response.request();
    if (request.isNavigationRequest() && request.frame() === page.mainFrame())
      activity.openedAt = Date.now();
  });
  const end = (request: Request) => activity.requests.delete(request);
  page.on('requestfinished', end).on('requestfailed', end);
  page.on('websocket', (socket) => {
    activity.openSockets += 1;
    socket.on('close', () => {
      activity.openSockets -= 1;
    });
    socket.on('framereceived', ({ payload }) => {
      if (payload === PULSE) return;
      for (const { topic, subjectId, version } of toChanges(JSON.parse(String(payload)))) {
        const name = `${topic} ${subjectId}`;
        activity.receivedVersions.set(
          name,
          Math.max(version, activity.receivedVersions.get(name) ?? 0),
        );
      }
    });
  });
}

/**
 * Waits until no request is in flight, no refetch is pending, and the socket has received this
 * process's writes. `hasSocket` is false for a visitor's or disconnected page.
 */
export async function settled(page: Page, { hasSocket = true } = {}): Promise<void> {
  const activity = activities.get(page);
  if (!activity) throw new Error('The page was opened without `watchActivity`.');
  if (hasSocket)
    await expect
      .poll(() => listMissingUpdates(activity), { message: 'missing updates', intervals: [20] })
      .toEqual([]);
  const listRecentRequests = async () => {
    const requests = [...activity.requests];
    await page.evaluate(waitPastRefetches, 2 * refetchSpread(1));
    return [...new Set([...requests, ...activity.requests])].map((request) => request.url());
  };
  await expect
    .poll(listRecentRequests, { message: 'requests', intervals: [0], timeout: ODDS_TIMEOUT_MS })
    .toEqual([]);
}

/** Runs in the page. Timers fire in order, so pending refetches start first. */
function waitPastRefetches(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function listMissingUpdates({ openSockets, receivedVersions, openedAt }: Activity): string[] {
  if (openSockets === 0) return ['any show: no socket is open'];
  return [...writtenVersions].flatMap(([name, { version, writtenAt }]) =>
    writtenAt > openedAt && (receivedVersions.get(name) ?? 0) < version
      ? [`version ${version} of ${name}`]
      : [],
  );
}
