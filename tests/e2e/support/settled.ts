import { expect, type Page, type Request } from '@playwright/test';
import type { Change } from '#contract/freshness.ts';
import { changedBy, eventOf, PULSE, refetchSpread } from '#contract/realtime.ts';

/** The newest version of what this process has written of each show, and when, in milliseconds since 1970. */
const written = new Map<string, { version: number; at: number }>();

/**
 * A socket that opens is told what happened within the last minute: half of that leaves a slow page
 * the other half to open its socket.
 */
const REPLAYED_MS = 30_000;

interface Activity {
  requests: Set<Request>;
  openSockets: number;
  /** The newest version that the page has received of, by topic and show: each topic has its own messages. */
  received: Map<string, number>;
  /** When the page's document was requested, in milliseconds since 1970. */
  openedAt: number;
}

const activities = new WeakMap<Page, Activity>();

/** Notes what a write changed, as its answer says: `settled` waits until pages have received of it. */
export function recordWrite(changes: readonly Change[]): void {
  for (const { topic, subjectId, version } of changes)
    if (eventOf(topic) && subjectId)
      written.set(`${topic} ${subjectId}`, { version, at: Date.now() });
}

/** For a server that has restarted, or shows that are gone: no page is told of them. */
export function clearWrites(): void {
  written.clear();
}

/** Keeps track of a page's calls and of what its socket hasSocket, for `settled`. */
export function watchActivity(page: Page): void {
  const activity: Activity = {
    requests: new Set(),
    openSockets: 0,
    received: new Map(),
    openedAt: 0,
  };
  activities.set(page, activity);
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) {
      activity.requests.clear();
      activity.received.clear();
      activity.openedAt = Date.now();
    }
    activity.requests.add(request);
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
      for (const { topic, subjectId, version } of changedBy(JSON.parse(String(payload)))) {
        const name = `${topic} ${subjectId}`;
        activity.received.set(name, Math.max(version, activity.received.get(name) ?? 0));
      }
    });
  });
}

/**
 * Waits until a page has nothing left to do: no call is under way, no refetch is pending, and its
 * socket has received at least the versions that the writes of this process returned.
 *
 * @param options.hasSocket false for a page without a socket: a visitor's, or one that was cut off
 */
export async function settled(page: Page, { hasSocket = true } = {}): Promise<void> {
  const activity = activities.get(page);
  if (!activity) throw new Error('The page was opened without `watchActivity`.');
  if (hasSocket) await expect.poll(() => missing(activity), { message: 'missing' }).toEqual([]);
  const isQuiet = async () => {
    const wasQuiet = activity.requests.size === 0;
    await page.evaluate(outwaitRefetches, 2 * refetchSpread(1));
    return wasQuiet && activity.requests.size === 0;
  };
  await expect.poll(isQuiet, { message: 'no call is under way', intervals: [0] }).toBe(true);
}

/** Runs in the page, whose timers run in the order in which they are due: refetches come first. */
function outwaitRefetches(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function missing({ openSockets, received, openedAt }: Activity): string[] {
  if (openSockets === 0) return ['any show: no socket is open'];
  return [...written].flatMap(([name, { version, at }]) =>
    at > openedAt - REPLAYED_MS && (received.get(name) ?? 0) < version
      ? [`version ${version} of ${name}`]
      : [],
  );
}
