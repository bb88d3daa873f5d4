import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { HOUSE_PLAYERS } from '#contract/house-players.ts';
import { MAX_PICKS } from '#contract/predictions.ts';
import { openUrl } from '#server/db/open.ts';
import { checkInvariants } from '#server/invariants/check.ts';
import { LEAVE_MS } from '#server/realtime/hub.ts';
import { IS_FULL, within } from '../support/full-size.ts';
import { random } from '../support/random.ts';
import { createWriters } from '../support/writers.ts';
import { checkLogout, checkLostRole, checkNewPassword } from './ended-access.ts';
import { type Night, openNight } from './night.ts';
import type { Page } from './page.ts';
import { must, personAt, signUp } from './person.ts';

// What several nodes promise. A full run also checks the promised seconds.

/** How many more seconds Redis stays down after everything else was checked. */
const REDIS_DOWN_S = IS_FULL ? 60 : 0;
const PLAYED = IS_FULL ? 6 : 3;

let night: Night;

beforeAll(async () => {
  night = await openNight();
});

afterEach(() => night.closePages());

afterAll(async () => {
  if (!night) return;
  const { db, close } = await openUrl(night.postgres.url, 2);
  const broken = (await checkInvariants(db)).filter(({ rows }) => rows.length > 0);
  await close();
  await night.close();
  expect(broken).toEqual([]);
});

test('nodes that start at once on an empty database create one administrator', async () => {
  expect(await night.query('select 1 from users where is_admin')).toHaveLength(1);
});

test("every node returns the balancer's request id", async () => {
  const { headers } = await night.admin.send('GET', '/api/shows');
  expect(headers.get('x-request-id')).toMatch(/^[\da-f]{32}$/);
});

test('every node shows each song of a show right after its response, and every page receives it', async () => {
  const { admin, showId } = night;
  for (const [number, fan] of night.fans.entries()) {
    const body = { showId, songIds: night.picks(number) };
    await must(fan, 201, 'POST', '/api/predictions', body, night.at(number));
    await night.agreeOnBoard(number + 1);
  }
  const status = `/api/shows/${showId}/status`;
  await must(admin, 200, 'PATCH', status, { status: 'live' }, night.at(0));
  const pages = await night.pagesAtEach();
  const played: string[] = [];
  for (const songId of night.picks(0).slice(0, PLAYED)) {
    const answer = await night.changeSetlist('POST', { songId }, night.at(played.length));
    expect(answer.status).toBe(201);
    played.push(songId);
    const [first] = await night.agreeOnBoard(night.fans.length);
    expect(first?.totalPoints).toBeGreaterThanOrEqual(27 * played.length);
    await expectAllSee(pages, played);
  }
});

test('the house predicts a locked show once, and every node shows it', async () => {
  const path = `/api/shows/${night.showId}/house`;
  const readHouse = () =>
    Promise.all(night.nodes.map(({ url }) => must(night.admin, 200, 'GET', path, undefined, url)));
  const countPlayers = async () => (await readHouse()).map(({ players }) => players.length);
  await expect.poll(countPlayers).toEqual(all(HOUSE_PLAYERS.length));
  const [first, ...others] = await readHouse();
  for (const other of others) expect(other).toEqual(first);
  const stored = await night.query('select player from house_picks where show_id = $1', [
    night.showId,
  ]);
  expect(stored).toHaveLength(HOUSE_PLAYERS.length * MAX_PICKS);
});

test('18: a logout, a new password and a lost role apply at once on every node', () =>
  Promise.all([checkLogout(night), checkNewPassword(night), checkLostRole(night)]));

test('failed sign-ins are counted on all nodes together', async () => {
  const body = { email: 'fan0@example.com', password: 'a wild guess' };
  const guess = async (node: number) =>
    (await personAt(night.at(node)).send('POST', '/api/auth/login', body)).status;
  for (let tries = 0; tries < 5; tries += 1) expect(await guess(tries)).toBe(401);
  expect(await Promise.all(night.nodes.map((_, node) => guess(node)))).toEqual(all(429));
});

// Otherwise covered by tests/crowd with the browser's code, and by redis-bus.test.ts for a node
// that dies.
if (IS_FULL)
  test(
    '11: no page stays out of date when sockets are cut and a node dies',
    checkNoPageStaysBehind,
  );

test('13: without Redis, HTTP works and each node updates its own pages; after its return, all agree', async () => {
  const [first, ...others] = (await night.pagesAtEach()) as [Page, ...Page[]];
  expect(await night.metricValues('called_it_redis_connected')).toEqual(all(1));
  await night.redis.kill();
  const newcomer = await signUp('newcomer', night.at(1));
  const prediction = { showId: night.openShowId, songIds: night.picks(9) };
  await must(newcomer, 201, 'POST', '/api/predictions', prediction, night.at(2));
  const before = await night.setlist();
  const songId = night.songIds.find((id) => !before.includes(id));
  const { status, body } = await night.changeSetlist('POST', { songId }, night.at(0));
  expect(status).toBe(201);
  const after = await night.setlist();
  await expectAllSee([first], after);
  // Other nodes' caches expire within seconds.
  for (const { url } of night.nodes)
    await expect.poll(() => night.setlistAt(url), { timeout: within(5) }).toEqual(after);
  await expect.poll(() => night.metricValues('called_it_redis_connected')).toEqual(all(0));
  await sleep(REDIS_DOWN_S * 1000);
  const receivedBefore = others.map(({ received }) => received);
  await night.redis.start();
  for (const [n, page] of others.entries())
    await expect
      .poll(() => page.received, { timeout: within(5) })
      .toBeGreaterThan(receivedBefore[n] ?? 0);
  await expectAllSee(others, after);
  await night.changeSetlist('DELETE', undefined, night.at(1), body.id);
  await expectAllSee([first, ...others], before);
});

test('14: during a PostgreSQL restart, writes get 503 with Retry-After, never a false success', async () => {
  const writers = await createWriters(night);
  const allSucceed = () => {
    const begun = performance.now();
    return expect.poll(() => writers.allSucceededSince(begun), { timeout: within(5) }).toBe(true);
  };
  await writers.writeDuring(async () => {
    await allSucceed();
    await night.postgres.restart();
    await allSucceed();
  });
  for (const { status, headers } of writers.results.failures)
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([503, true]);
  expect(await writers.countLost()).toBe(0);
});

test('16: restarting every node in turn loses no write, and every page reconnects', async () => {
  const pages = await night.pages(9);
  const writers = await createWriters(night);
  await writers.writeDuring(async () => {
    for (const [number, node] of night.nodes.entries()) {
      const ending = node.stop();
      await expect.poll(() => night.isReady(number)).toBe(false);
      // Not ready, but still serving connected clients.
      expect((await personAt(node.url).send('GET', '/api/band')).status).toBe(200);
      // Change the setlist while the node's pages look for another node.
      const song = { songId: night.songIds[60 + number] };
      expect((await night.changeSetlist('POST', song)).status).toBe(201);
      const took = await ending;
      expect(took).toBeGreaterThan(LEAVE_MS);
      expect(took).toBeLessThan(within(5));
      await node.start();
    }
  });
  expect(writers.results.failures.map(({ status }) => status)).toEqual([]);
  expect(await writers.countLost()).toBe(0);
  await expectOpen(pages);
  await expectAllSee(pages, await night.setlist());
  expect(new Set(pages.flatMap(({ closings }) => closings))).toEqual(new Set([1012]));
  for (const { longestOutside } of pages) expect(longestOutside).toBeLessThan(within(5));
});

async function checkNoPageStaysBehind() {
  const pages = await night.pages(30);
  let isOver = false;
  const cutRandomly = (async () => {
    for (; !isOver; await sleep(60)) pages[Math.floor(random() * pages.length)]?.cut();
  })();
  for (let edit = 0; edit < 24; edit += 1) {
    if (edit === 4) await night.nodes[1]?.kill();
    if (edit === 12) await night.nodes[1]?.start();
    // An edit that hits the dying node fails or gets no response.
    if (edit % 3 < 2) await night.changeSetlist('POST', { songId: night.songIds[100 + edit] });
    else {
      const { body } = await night.changeSetlist('GET');
      await night.changeSetlist('DELETE', undefined, night.url, body[1]?.id);
    }
    await sleep(100);
  }
  isOver = true;
  await cutRandomly;
  await expectOpen(pages);
  await expectAllSee(pages, await night.setlist());
}

/** Within the three seconds promised after a reconnect or after Redis is back. */
async function expectAllSee(pages: readonly Page[], songIds: readonly string[]) {
  await Promise.all(
    pages.map((page) => expect.poll(() => page.seen, { timeout: within(3) }).toEqual(songIds)),
  );
}

async function expectOpen(pages: readonly Page[]) {
  for (const page of pages) await expect.poll(() => page.isOpen, { timeout: within(5) }).toBe(true);
}

/** The same value for every node. */
function all<T>(answer: T): T[] {
  return night.nodes.map(() => answer);
}
