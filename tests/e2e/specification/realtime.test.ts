import { expect, type Page, type WebSocketRoute } from '@playwright/test';
import { type Site, test } from '../support/journey.ts';
import { setStatus } from '../support/live-show.ts';
import { addShow, type Person, signUpFan } from '../support/people.ts';
import { settled } from '../support/settled.ts';
import { findToast } from '../support/toast.ts';

/** The test controls the page's socket in place of the server. */
async function openWithSocket(site: Site, admin: Person, name: string) {
  const show = await addShow(admin, name, 24 * 60);
  await setStatus(admin, show, 'live');
  const { page } = await site.visit({ as: admin });
  let socket: WebSocketRoute | undefined;
  await page.routeWebSocket('**/ws*', (ws) => {
    socket = ws;
  });
  const openPath = async (path: string) => {
    socket = undefined;
    await page.goto(path);
    await expect.poll(() => socket).toBeDefined();
  };
  await openPath('/');
  const send = (text: string) => socket?.send(text);
  let version = 0;
  return {
    page,
    show,
    open: openPath,
    send,
    sendEvent: async (event: string, expected: string[]) => {
      const reads = recordReads(page);
      version += 1;
      send(JSON.stringify({ event, data: { showId: show.id, version, audience: 1 } }));
      await expect.poll(() => reads).toEqual(expect.arrayContaining(expected));
    },
  };
}

test('each event refetches what it affects', async ({ site, admin }) => {
  const { page, show, open, sendEvent } = await openWithSocket(site, admin, 'The Listening Room');
  const openPage = (name: string) =>
    page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .click();
  await openPage('Global Leaderboard');
  await expect(page.getByText('No leaderboard data yet')).toBeVisible();
  const standings = `/api/leaderboard/show/${show.id}`;
  await sendEvent('scores:update', ['/api/auth/user', '/api/leaderboard', standings]);
  await openPage('Your Stats');
  await expect(page.getByText('No predictions yet').first()).toBeVisible();
  await sendEvent('scores:update', ['/api/predictions/my-predictions']);
  await openPage('Live Setlist');
  await expect(page.getByText('Show starting soon...')).toBeVisible();
  await sendEvent('setlist:update', [`/api/shows/${show.id}/setlist`]);
  await sendEvent('show:status', ['/api/shows/live']);
  await open(`/live-setlist?show=${show.id}`);
  await expect(page.getByText('Show starting soon...')).toBeVisible();
  await sendEvent('show:status', [`/api/shows/${show.id}`]);
  await setStatus(admin, show, 'closed');
});

test('an invalid message is logged and has no other effect', async ({ site, admin }) => {
  const { page, show, open, send, sendEvent } = await openWithSocket(
    site,
    admin,
    'The Mumbling Room',
  );
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await open(`/live-setlist?show=${show.id}`);
  await expect(page.getByText('Show starting soon...')).toBeVisible();
  await settled(page, { hasSocket: false });
  const reads = recordReads(page);
  const half = { event: 'setlist:update', data: { showId: show.id, audience: 1 } };
  for (const text of ['no JSON', JSON.stringify(half), '{"event":"else","data":{}}']) send(text);
  await expect
    .poll(() => logged.filter((text) => text === 'Failed to parse a live update').length)
    .toBe(3);
  await settled(page, { hasSocket: false });
  expect(reads).toEqual([]);
  await sendEvent('show:status', [`/api/shows/${show.id}`]);
  await expect(findToast(page)).toHaveCount(0);
});

function recordReads(page: Page): string[] {
  const reads: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) reads.push(pathname);
  });
  return reads;
}

test('a lost connection is retried five times, after 1, 2, 4, 8 and 10 seconds', async ({
  site,
}) => {
  const fan = await signUpFan(site.url, 'lamium');
  const { page } = await site.visit({ as: fan });
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await page.clock.install();
  await page.addInitScript(DEAD_SOCKETS);
  await page.goto('/');
  await expect.poll(async () => (await attempts(page)).length).toBeGreaterThan(0);
  // From here on, only the test advances the clock. The time covers at least two rounds of retries.
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await page.clock.runFor(150_000);
  const times = await attempts(page);
  const delays = times.slice(1).map((moment, place) => (moment - (times[place] ?? 0)) / 1_000);
  const round = delays.findLastIndex((delay, place) => isPause(delay) && place + 6 < delays.length);
  // Each delay has 20% jitter. The next round starts after half a minute.
  for (const [place, seconds] of [1, 2, 4, 8, 10].entries()) {
    expect(delays[round + 1 + place]).toBeGreaterThanOrEqual(seconds * 0.8);
    expect(delays[round + 1 + place]).toBeLessThanOrEqual(seconds * 1.2 + 0.01);
  }
  expect(isPause(delays[round + 6] ?? 0)).toBe(true);
  expect(logged).toContain('The live update connection failed');
  await expect(findToast(page).filter({ hasNotText: 'Welcome back!' })).toHaveCount(0);
});

function isPause(seconds: number): boolean {
  return seconds >= 30 && seconds < 30.1;
}

function attempts(page: Page): Promise<number[]> {
  return page.evaluate<number[]>('window.attempts');
}

/** Sockets that fail right after they open, and record when they opened. */
const DEAD_SOCKETS = `
  window.attempts = [];
  window.WebSocket = class {
    static CONNECTING = 0;
    static OPEN = 1;
    readyState = 3;
    constructor() {
      window.attempts.push(Date.now());
      setTimeout(() => {
        this.onerror?.(new Event('error'));
        this.onclose?.({ code: 1006 });
      });
    }
    close() {}
  };`;
