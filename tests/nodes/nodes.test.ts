import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { HOUSE_PLAYERS } from '#contract/house-players.ts';
import { MAX_PICKS } from '#contract/predictions.ts';
import { openUrl } from '#server/db/open.ts';
import { checkInvariants } from '#server/invariants/check.ts';
import { LEAVE_MS } from '#server/realtime/hub.ts';
import { IS_FULL, withinSeconds } from '../support/full-size.ts';
import { random } from '../support/random.ts';
import { createWriters } from '../support/writers.ts';
import { checkLogout, checkLostRole, checkNewPassword } from './ended-access.ts';
import { type LiveShow, openLiveShow } from './live-show.ts';
import type { Page } from './page.ts';
import { createPerson, sendOrThrow, signUp } from './person.ts';

// What several nodes promise. A full run also checks the promised seconds.

/** How many more seconds Redis stays down after everything else was checked. */
const REDIS_DOWN_S = IS_FULL ? 60 : 0;
const PLAYED = IS_FULL ? 6 : 3;

let liveShow: LiveShow;

beforeAll(async () => {
  liveShow = await openLiveShow();
});

afterEach(() => liveShow.closePages());

afterAll(async () => {
  if (!liveShow) return;
  const { db, close } = await openUrl(liveShow.postgres.url, 2);
  const broken = (await checkInvariants(db)).filter(({ rows }) => rows.length > 0);
  await close();
  await liveShow.close();
  expect(broken).toEqual([]);
});

test('nodes that start at once on an empty database create one administrator', async () => {
  expect(await liveShow.query('select 1 from users where is_admin')).toHaveLength(1);
});

test("every node returns the balancer's request id", async () => {
  const { headers } = await liveShow.admin.send('GET', '/api/shows');
  expect(headers.get('x-request-id')).toMatch(/^[\da-f]{32}$/);
});

test('every node shows each song of a show right after its response, and every page receives it', async () => {
  const { admin, showId } = liveShow;
  for (const [number, fan] of liveShow.fans.entries()) {
    const body = { showId, songIds: liveShow.picks(number) };
    await sendOrThrow(fan, 201, 'POST', '/api/predictions', body, liveShow.at(number));
    await liveShow.agreeOnBoard(number + 1);
  }
  const status = `/api/shows/${showId}/status`;
  await sendOrThrow(admin, 200, 'PATCH', status, { status: 'live' }, liveShow.at(0));
  const pages = await liveShow.pagesAtEach();
  const titles: string[] = [];
  for (const songId of liveShow.picks(0).slice(0, PLAYED)) {
    const response = await liveShow.changeSetlist('POST', { songId }, liveShow.at(titles.length));
    expect(response.status).toBe(201);
    titles.push(songId);
    const [first] = await liveShow.agreeOnBoard(liveShow.fans.length);
    expect(first?.totalPoints).toBeGreaterThanOrEqual(27 * titles.length);
    await expectAllSee(pages, titles);
  }
});

test('the house predicts a locked show once, and every node shows it', async () => {
  const path = `/api/shows/${liveShow.showId}/house`;
  const readHouse = () =>
    Promise.all(
      liveShow.nodes.map(({ url }) =>
        sendOrThrow(liveShow.admin, 200, 'GET', path, undefined, url),
      ),
    );
  const countPlayers = async () => (await readHouse()).map(({ players }) => players.length);
  await expect.poll(countPlayers).toEqual(repeat(HOUSE_PLAYERS.length));
  const [first, ...others] = await readHouse();
  for (const other of others) expect(other).toEqual(first);
  const rows = await liveShow.query('select player from house_picks where show_id = $1', [
    liveShow.showId,
  ]);
  expect(rows).toHaveLength(HOUSE_PLAYERS.length * MAX_PICKS);
});

test('18: a logout, a new password and a lost role apply at once on every node', () =>
  Promise.all([checkLogout(liveShow), checkNewPassword(liveShow), checkLostRole(liveShow)]));

test('failed sign-ins are counted on all nodes together', async () => {
  const body = { email: 'fan0@example.com', password: 'a wild guess' };
  const guess = async (node: number) =>
    (await createPerson(liveShow.at(node)).send('POST', '/api/auth/login', body)).status;
  for (let tries = 0; tries < 5; tries += 1) expect(await guess(tries)).toBe(401);
  expect(await Promise.all(liveShow.nodes.map((_, node) => guess(node)))).toEqual(repeat(429));
});

// Otherwise covered by tests/crowd with the browser's code, and by redis-bus.test.ts for a node
// that dies.
if (IS_FULL)
  test(
    '11: no page stays out of date when sockets are cut and a node dies',
    checkNoPageStaysBehind,
  );

test('13: without Redis, HTTP works and each node updates its own pages; after its return, all agree', async () => {
  const [first, ...others] = (await liveShow.pagesAtEach()) as [Page, ...Page[]];
  expect(await liveShow.metricValues('called_it_redis_connected')).toEqual(repeat(1));
  await liveShow.redis.kill();
  const newcomer = await signUp('newcomer', liveShow.at(1));
  const prediction = { showId: liveShow.openShowId, songIds: liveShow.picks(9) };
  await sendOrThrow(newcomer, 201, 'POST', '/api/predictions', prediction, liveShow.at(2));
  const previousSetlist = await liveShow.setlist();
  const songId = liveShow.songIds.find((id) => !previousSetlist.includes(id));
  const { status, body } = await liveShow.changeSetlist('POST', { songId }, liveShow.at(0));
  expect(status).toBe(201);
  const newSetlist = await liveShow.setlist();
  await expectAllSee([first], newSetlist);
  // Other nodes' caches expire within seconds.
  for (const { url } of liveShow.nodes)
    await expect
      .poll(() => liveShow.setlistAt(url), { timeout: withinSeconds(5) })
      .toEqual(newSetlist);
  await expect.poll(() => liveShow.metricValues('called_it_redis_connected')).toEqual(repeat(0));
  await sleep(REDIS_DOWN_S * 1000);
  const receivedBefore = others.map(({ received }) => received);
  await liveShow.redis.start();
  for (const [n, page] of others.entries())
    await expect
      .poll(() => page.received, { timeout: withinSeconds(5) })
      .toBeGreaterThan(receivedBefore[n] ?? 0);
  await expectAllSee(others, newSetlist);
  await liveShow.changeSetlist('DELETE', undefined, liveShow.at(1), body.id);
  await expectAllSee([first, ...others], previousSetlist);
});

test('14: during a PostgreSQL restart, writes get 503 with Retry-After, never a false success', async () => {
  const writers = await createWriters(liveShow);
  const allSucceed = () => {
    const startedAt = performance.now();
    return expect
      .poll(() => writers.allSucceededSince(startedAt), { timeout: withinSeconds(5) })
      .toBe(true);
  };
  await writers.writeDuring(async () => {
    await allSucceed();
    await liveShow.postgres.restart();
    await allSucceed();
  });
  for (const { status, headers } of writers.results.failures)
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([503, true]);
  expect(await writers.countLost()).toBe(0);
});

test('16: restarting every node in turn loses no write, and every page reconnects', async () => {
  const pages = await liveShow.pages(9);
  const writers = await createWriters(liveShow);
  await writers.writeDuring(async () => {
    for (const [number, node] of liveShow.nodes.entries()) {
      const stopped = node.stop();
      await expect.poll(() => liveShow.isReady(number)).toBe(false);
      // Not ready, but still serving connected clients.
      expect((await createPerson(node.url).send('GET', '/api/band')).status).toBe(200);
      // Change the setlist while the node's pages look for another node.
      const song = { songId: liveShow.songIds[60 + number] };
      expect((await liveShow.changeSetlist('POST', song)).status).toBe(201);
      const took = await stopped;
      expect(took).toBeGreaterThan(LEAVE_MS);
      expect(took).toBeLessThan(withinSeconds(5));
      await node.start();
    }
  });
  expect(writers.results.failures.map(({ status }) => status)).toEqual([]);
  expect(await writers.countLost()).toBe(0);
  await expectOpen(pages);
  await expectAllSee(pages, await liveShow.setlist());
  expect(new Set(pages.flatMap(({ closings }) => closings))).toEqual(new Set([1012]));
  for (const { longestOutside } of pages) expect(longestOutside).toBeLessThan(withinSeconds(5));
});

async function checkNoPageStaysBehind() {
  const pages = await liveShow.pages(30);
  let isOver = false;
  const cutRandomly = (async () => {
    for (; !isOver; await sleep(60)) pages[Math.floor(random() * pages.length)]?.cut();
  })();
  for (let edit = 0; edit < 24; edit += 1) {
    if (edit === 4) await liveShow.nodes[1]?.kill();
    if (edit === 12) await liveShow.nodes[1]?.start();
    // An edit that hits the dying node fails or gets no response.
    if (edit % 3 < 2)
      await liveShow.changeSetlist('POST', { songId: liveShow.songIds[100 + edit] });
    else {
      const { body } = await liveShow.changeSetlist('GET');
      await liveShow.changeSetlist('DELETE', undefined, liveShow.url, body[1]?.id);
    }
    await sleep(100);
  }
  isOver = true;
  await cutRandomly;
  await expectOpen(pages);
  await expectAllSee(pages, await liveShow.setlist());
}

/** Within the three seconds promised after a reconnect or after Redis is back. */
async function expectAllSee(pages: readonly Page[], songIds: readonly string[]) {
  await Promise.all(
    pages.map((page) =>
      expect.poll(() => page.songIds, { timeout: withinSeconds(3) }).toEqual(songIds),
    ),
  );
}

async function expectOpen(pages: readonly Page[]) {
  for (const page of pages)
    await expect.poll(() => page.isOpen, { timeout: withinSeconds(5) }).toBe(true);
}

/** The same value for every node. */
function repeat<T>(response: T): T[] {
  return liveShow.nodes.map(() => response);
}
