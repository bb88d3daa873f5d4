import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { HOUSE_PLAYERS } from '#contract/house-players.ts';
import { MAX_PICKS } from '#contract/predictions.ts';
import { openUrl } from '#server/db/open.ts';
import { checkInvariants } from '#server/invariants/check.ts';
import { LEAVE_MS } from '#server/realtime/hub.ts';
import { IS_FULL_RUN, withinSeconds } from '../support/full-size.ts';
import { random } from '../support/random.ts';
import { createWriters } from '../support/writers.ts';
import { createClient, sendOrThrow, signUp } from './api-client.ts';
import { checkLogout, checkLostRole, checkNewPassword } from './ended-access.ts';
import { type LiveShow, startLiveShow } from './live-show.ts';
import type { Page } from './page.ts';

/** How many more seconds Redis stays down after all other checks. */
const REDIS_DOWN_S = IS_FULL_RUN ? 60 : 0;
const PLAYED_SONG_COUNT = IS_FULL_RUN ? 6 : 3;

let liveShow: LiveShow;

beforeAll(async () => {
  liveShow = await startLiveShow();
});

afterEach(() => liveShow.closePages());

afterAll(async () => {
  if (!liveShow) return;
  const { db, close } = await openUrl(liveShow.postgres.url, 2);
  const brokenInvariants = (await checkInvariants(db)).filter(({ rows }) => rows.length > 0);
  await close();
  await liveShow.close();
  expect(brokenInvariants).toEqual([]);
});

test('nodes that start at the same time on an empty database create one administrator', async () => {
  expect(await liveShow.query('select 1 from users where is_admin')).toHaveLength(1);
});

test("every node returns the balancer's request id", async () => {
  const { headers } = await liveShow.admin.send('GET', '/api/shows');
  expect(headers.get('x-request-id')).toMatch(/^[\da-f]{32}$/);
});

test('every node shows each song of a show right after its response, and every page receives it', async () => {
  const { admin, showId } = liveShow;
  for (const [fanIndex, fan] of liveShow.fans.entries()) {
    const body = { showId, songIds: liveShow.choosePicks(fanIndex) };
    await sendOrThrow(fan, 201, 'POST', '/api/predictions', body, liveShow.nodeUrl(fanIndex));
    await liveShow.waitForSameLeaderboard(fanIndex + 1);
  }
  const status = `/api/shows/${showId}/status`;
  await sendOrThrow(admin, 200, 'PATCH', status, { status: 'live' }, liveShow.nodeUrl(0));
  const pages = await liveShow.openPageAtEachNode();
  const playedSongIds: string[] = [];
  for (const songId of liveShow.choosePicks(0).slice(0, PLAYED_SONG_COUNT)) {
    const response = await liveShow.changeSetlist(
      'POST',
      { songId },
      liveShow.nodeUrl(playedSongIds.length),
    );
    expect(response.status).toBe(201);
    playedSongIds.push(songId);
    const [first] = await liveShow.waitForSameLeaderboard(liveShow.fans.length);
    expect(first?.totalPoints).toBeGreaterThanOrEqual(27 * playedSongIds.length);
    await expectAllSee(pages, playedSongIds);
  }
});

/** Excludes The Twenty, because no fan has a record. */
const PREDICTING_PLAYERS = HOUSE_PLAYERS.length - 1;

test('house players predict a locked show once, and every node shows it', async () => {
  const path = `/api/shows/${liveShow.showId}/house`;
  const fetchHousePlayers = () =>
    Promise.all(
      liveShow.nodes.map(({ url }) =>
        sendOrThrow(liveShow.admin, 200, 'GET', path, undefined, url),
      ),
    );
  const countPlayers = async () => (await fetchHousePlayers()).map(({ players }) => players.length);
  await expect.poll(countPlayers).toEqual(repeat(PREDICTING_PLAYERS));
  const [first, ...others] = await fetchHousePlayers();
  for (const other of others) expect(other).toEqual(first);
  const rows = await liveShow.query('select player from house_picks where show_id = $1', [
    liveShow.showId,
  ]);
  expect(rows).toHaveLength(PREDICTING_PLAYERS * MAX_PICKS);
});

test('18: a logout, a new password, and a lost role apply immediately on every node', () =>
  Promise.all([checkLogout(liveShow), checkNewPassword(liveShow), checkLostRole(liveShow)]));

test('failed sign-ins are counted across all nodes', async () => {
  const body = { email: 'fan0@example.com', password: 'a wild guess' };
  const guessPassword = async (nodeIndex: number) =>
    (await createClient(liveShow.nodeUrl(nodeIndex)).send('POST', '/api/auth/login', body)).status;
  for (let attempt = 0; attempt < 5; attempt += 1) expect(await guessPassword(attempt)).toBe(401);
  expect(await Promise.all(liveShow.nodes.map((_, nodeIndex) => guessPassword(nodeIndex)))).toEqual(
    repeat(429),
  );
});

// Smaller runs rely on tests/crowd and redis-bus.test.ts.
if (IS_FULL_RUN)
  test('11: no page stays out of date when sockets drop and a node dies', checkPagesStayCurrent);

test('13: without Redis, HTTP works and each node updates its own pages; once Redis is back, all nodes agree', async () => {
  const [first, ...others] = (await liveShow.openPageAtEachNode()) as [Page, ...Page[]];
  expect(await liveShow.fetchMetrics('called_it_redis_connected')).toEqual(repeat(1));
  await liveShow.redis.kill();
  const newcomer = await signUp('newcomer', liveShow.nodeUrl(1));
  const prediction = { showId: liveShow.openShowId, songIds: liveShow.choosePicks(9) };
  await sendOrThrow(newcomer, 201, 'POST', '/api/predictions', prediction, liveShow.nodeUrl(2));
  const previousSetlist = await liveShow.readSetlist();
  const songId = liveShow.songIds.find((id) => !previousSetlist.includes(id));
  const { status, body } = await liveShow.changeSetlist('POST', { songId }, liveShow.nodeUrl(0));
  expect(status).toBe(201);
  const newSetlist = await liveShow.readSetlist();
  await expectAllSee([first], newSetlist);
  // The other nodes' caches expire within seconds.
  for (const { url } of liveShow.nodes)
    await expect
      .poll(() => liveShow.fetchSetlist(url), { timeout: withinSeconds(5) })
      .toEqual(newSetlist);
  await expect.poll(() => liveShow.fetchMetrics('called_it_redis_connected')).toEqual(repeat(0));
  await sleep(REDIS_DOWN_S * 1000);
  const previousCounts = others.map(({ receivedCount }) => receivedCount);
  await liveShow.redis.start();
  for (const [n, page] of others.entries())
    await expect
      .poll(() => page.receivedCount, { timeout: withinSeconds(5) })
      .toBeGreaterThan(previousCounts[n] ?? 0);
  await expectAllSee(others, newSetlist);
  await liveShow.changeSetlist('DELETE', undefined, liveShow.nodeUrl(1), body.id);
  await expectAllSee([first, ...others], previousSetlist);
});

test('14: during a PostgreSQL restart, writes get 503 with Retry-After and never a false success', async () => {
  const writers = await createWriters(liveShow);
  const waitUntilAllSucceed = () => {
    const startedAt = performance.now();
    return expect
      .poll(() => writers.allSucceededSince(startedAt), { timeout: withinSeconds(5) })
      .toBe(true);
  };
  await writers.writeDuring(async () => {
    await waitUntilAllSucceed();
    await liveShow.postgres.restart();
    await waitUntilAllSucceed();
  });
  for (const { status, headers } of writers.results.failures)
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([503, true]);
  expect(await writers.countLost()).toBe(0);
});

test('16: restarting every node in turn loses no write, and every page reconnects', async () => {
  const pages = await liveShow.openPages(9);
  const writers = await createWriters(liveShow);
  await writers.writeDuring(async () => {
    for (const [nodeIndex, node] of liveShow.nodes.entries()) {
      const stopping = node.stop();
      await expect.poll(() => liveShow.isReady(nodeIndex)).toBe(false);
      // The node is not ready, but still serves connected clients.
      expect((await createClient(node.url).send('GET', '/api/band')).status).toBe(200);
      // Changes the setlist while the node's pages look for another node.
      const song = { songId: liveShow.songIds[60 + nodeIndex] };
      expect((await liveShow.changeSetlist('POST', song)).status).toBe(201);
      const durationMs = await stopping;
      expect(durationMs).toBeGreaterThan(LEAVE_MS);
      expect(durationMs).toBeLessThan(withinSeconds(5));
      await node.start();
    }
  });
  expect(writers.results.failures.map(({ status }) => status)).toEqual([]);
  expect(await writers.countLost()).toBe(0);
  await expectOpen(pages);
  await expectAllSee(pages, await liveShow.readSetlist());
  expect(new Set(pages.flatMap(({ closings }) => closings))).toEqual(new Set([1012]));
  for (const { longestDisconnected } of pages)
    expect(longestDisconnected).toBeLessThan(withinSeconds(5));
});

async function checkPagesStayCurrent() {
  const pages = await liveShow.openPages(30);
  let isOver = false;
  const cutRandomly = (async () => {
    for (; !isOver; await sleep(60)) pages[Math.floor(random() * pages.length)]?.disconnect();
  })();
  for (let edit = 0; edit < 24; edit += 1) {
    if (edit === 4) await liveShow.nodes[1]?.kill();
    if (edit === 12) await liveShow.nodes[1]?.start();
    // An edit that reaches the dying node fails or gets no response.
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
  await expectAllSee(pages, await liveShow.readSetlist());
}

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

function repeat<T>(value: T): T[] {
  return liveShow.nodes.map(() => value);
}
