import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { HOUSE_PLAYERS } from '#contract/house-players.ts';
import { MAX_PICKS } from '#contract/predictions.ts';
import { SESSION_ENDED_CODE } from '#contract/realtime.ts';
import { openUrl } from '#server/db/open.ts';
import { checkInvariants } from '#server/invariants/check.ts';
import { gatherWriters } from '../support/writers.ts';
import { type Night, openNight } from './night.ts';
import type { Page } from './page.ts';
import { must, PASSWORD, type Person, personAt, signIn, signUp } from './person.ts';

// What is promised of several nodes, with the seconds that are promised.

/** How long Redis is away. */
const REDIS_AWAY_S = Number(process.env.REDIS_AWAY_S ?? 3);

let night: Night;

beforeAll(async () => {
  night = await openNight();
}, 240_000);

afterEach(() => night.closePages());

afterAll(async () => {
  const { db, close } = await openUrl(night.postgres.url, 2);
  const broken = (await checkInvariants(db)).filter(({ rows }) => rows.length > 0);
  await close();
  await night.close();
  expect(broken).toEqual([]);
}, 60_000);

test('three that start at once on an empty database make it together, with one administrator', async () => {
  expect(await night.query('select 1 from users where is_admin')).toHaveLength(1);
});

test("a request has the balancer's name for it, whichever node answers", async () => {
  const { headers } = await night.admin.ask('GET', '/api/shows');
  expect(headers.get('x-request-id')).toMatch(/^[\da-f]{32}$/);
});

test('a show is played across the nodes: who is told, and what is read right after an answer', async () => {
  const { admin, showId } = night;
  for (const [number, fan] of night.fans.entries()) {
    const body = { showId, songIds: night.picks(number) };
    await must(fan, 201, 'POST', '/api/predictions', body, night.at(number));
    await night.agreeOnBoard(number + 1);
  }
  const status = `/api/shows/${showId}/status`;
  await must(admin, 200, 'PATCH', status, { status: 'live' }, night.at(0));
  const pages = await night.pages(3, night.at);
  const played: string[] = [];
  for (const songId of night.picks(0).slice(0, 6)) {
    const answer = await night.changeSetlist('POST', { songId }, night.at(played.length));
    expect(answer.status).toBe(201);
    played.push(songId);
    const [first] = await night.agreeOnBoard(night.fans.length);
    expect(first.totalPoints).toBeGreaterThanOrEqual(27 * played.length);
    await allSee(pages, played);
  }
}, 60_000);

test('the house predicts a show that has locked once, whichever node is first, and all show it', async () => {
  const path = `/api/shows/${night.showId}/house`;
  const asked = () =>
    Promise.all(night.nodes.map(({ url }) => must(night.admin, 200, 'GET', path, undefined, url)));
  const counted = async () => (await asked()).map(({ players }) => players.length);
  await expect.poll(counted, { timeout: 10_000 }).toEqual(all(HOUSE_PLAYERS.length));
  const [first, ...others] = await asked();
  for (const other of others) expect(other).toEqual(first);
  const kept = await night.query('select player from house_picks where show_id = $1', [
    night.showId,
  ]);
  expect(kept).toHaveLength(HOUSE_PLAYERS.length * MAX_PICKS);
}, 30_000);

test('18: a logout, a new password and a role that is lost hold at once on every node', async () => {
  const phone = await signUp('leaver', night.url);
  const laptop = await signIn('leaver', night.url);
  const tablet = await signIn('leaver', night.url);
  // Each node has the sessions in its memory.
  for (const device of [phone, laptop, tablet]) expect(await statuses(device)).toEqual(all(200));

  const onTablet = await pagesOf(tablet);
  const ended = { ...tablet };
  await must(tablet, 204, 'POST', '/api/auth/logout', undefined, night.at(0));
  expect(await statuses(personWith(ended.cookie))).toEqual(all(401));
  await areEnded(onTablet);

  const onLaptop = await pagesOf(laptop);
  const change = { currentPassword: PASSWORD, newPassword: 'balcony from now on' };
  await must(phone, 200, 'PATCH', '/api/user/password', change, night.at(1));
  expect(await statuses(laptop)).toEqual(all(401));
  expect(await statuses(phone)).toEqual(all(200));
  await areEnded(onLaptop);

  const { id } = await must(phone, 200, 'GET', '/api/auth/user');
  const giveRole = (isAdmin: boolean, where: string) =>
    must(night.admin, 200, 'PATCH', `/api/admin/users/${id}`, { isAdmin }, where);
  await giveRole(true, night.at(2));
  expect(await statuses(phone, '/api/admin/users')).toEqual(all(200));
  // Until the sockets that the change itself ends have gone.
  await sleep(1_500);
  const asAdmin = await pagesOf(phone);
  await giveRole(false, night.at(0));
  expect(await statuses(phone, '/api/admin/users')).toEqual(all(403));
  await areEnded(asAdmin);
}, 60_000);

test('failed sign-ins are counted on all nodes together', async () => {
  const body = { email: 'fan0@example.com', password: 'a wild guess' };
  const guess = async (node: number) =>
    (await personAt(night.at(node)).ask('POST', '/api/auth/login', body)).status;
  for (let tries = 0; tries < 5; tries += 1) expect(await guess(tries)).toBe(401);
  expect(await Promise.all([guess(0), guess(1), guess(2)])).toEqual(all(429));
}, 30_000);

test('11: nobody stays behind, whatever is cut: sockets at random moments, and a whole node', async () => {
  const pages = await night.pages(30);
  let isOver = false;
  const cutting = (async () => {
    for (; !isOver; await sleep(60)) pages[Math.floor(Math.random() * pages.length)]?.cut();
  })();
  for (let edit = 0; edit < 24; edit += 1) {
    if (edit === 4) await night.nodes[1]?.kill();
    if (edit === 12) await night.nodes[1]?.start();
    // One that met the node in its death is not made, or is not answered.
    if (edit % 3 < 2) await night.changeSetlist('POST', { songId: night.songIds[100 + edit] });
    else {
      const { body } = await night.changeSetlist('GET');
      await night.changeSetlist('DELETE', undefined, night.url, body[1]?.id);
    }
    await sleep(100);
  }
  isOver = true;
  await cutting;
  for (const page of pages) await expect.poll(() => page.isOpen, { timeout: 5_000 }).toBe(true);
  await allSee(pages, await night.setlist());
}, 90_000);

test('13: without Redis everything over HTTP works, each node serves its own, and then all agree', async () => {
  const [first, ...others] = (await night.pages(3, night.at)) as [Page, Page, Page];
  expect(await night.figures('called_it_redis_connected')).toEqual(all(1));
  await night.redis.kill();
  const newcomer = await signUp('newcomer', night.at(1));
  const prediction = { showId: night.openShowId, songIds: night.picks(9) };
  await must(newcomer, 201, 'POST', '/api/predictions', prediction, night.at(2));
  const before = await night.setlist();
  const songId = night.songIds.find((id) => !before.includes(id));
  const { status, body } = await night.changeSetlist('POST', { songId }, night.at(0));
  expect(status).toBe(201);
  const after = await night.setlist();
  await allSee([first], after);
  // What the others remember is not believed for long.
  for (const { url } of night.nodes)
    await expect.poll(() => night.setlistAt(url), { timeout: 5_000 }).toEqual(after);
  await sleep(REDIS_AWAY_S * 1000);
  expect(await night.figures('called_it_redis_connected')).toEqual(all(0));
  const toldSoFar = others.map(({ told }) => told);
  await night.redis.start();
  for (const [n, page] of others.entries())
    await expect.poll(() => page.told, { timeout: 5_000 }).toBeGreaterThan(toldSoFar[n] ?? 0);
  await allSee(others, after);
  await night.changeSetlist('DELETE', undefined, night.at(2), body.id);
  await allSee([first, ...others], before);
}, 90_000);

test('14: while PostgreSQL restarts writes get 503 and when to come again, never a false success', async () => {
  const writers = await gatherWriters(night);
  await writers.writeDuring(async () => {
    await sleep(300);
    await night.postgres.restart();
    await expect.poll(writers.allSucceed, { timeout: 5_000 }).toBe(true);
  });
  for (const { status, headers } of writers.told.failures)
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([503, true]);
  expect(await writers.countLost()).toBe(0);
}, 60_000);

test('16: a restart of every node in turn loses no write, and no page for longer than 5 s', async () => {
  const pages = await night.pages(18);
  const writers = await gatherWriters(night);
  await writers.writeDuring(async () => {
    for (const [number, node] of night.nodes.entries()) {
      const ending = node.stop();
      await expect.poll(() => night.isReady(number), { timeout: 2_000 }).toBe(false);
      // Not ready, and yet it answers those who are there.
      expect((await personAt(node.url).ask('GET', '/api/band')).status).toBe(200);
      // While its pages leave, and look for another.
      const song = { songId: night.songIds[60 + number] };
      expect((await night.changeSetlist('POST', song)).status).toBe(201);
      expect(await ending).toBeLessThan(5_000);
      await node.start();
    }
  });
  expect(writers.told.failures.map(({ status }) => status)).toEqual([]);
  expect(await writers.countLost()).toBe(0);
  for (const page of pages) await expect.poll(() => page.isOpen, { timeout: 5_000 }).toBe(true);
  await allSee(pages, await night.setlist());
  expect(new Set(pages.flatMap(({ closings }) => closings))).toEqual(new Set([1012]));
  for (const { longestOutside } of pages) expect(longestOutside).toBeLessThan(5_000);
}, 90_000);

/** Within the three seconds that are promised after a reopening, or after Redis is back. */
async function allSee(pages: readonly Page[], songIds: readonly string[]) {
  await Promise.all(
    pages.map((page) => expect.poll(() => page.seen, { timeout: 3_000 }).toEqual(songIds)),
  );
}

/** What each of the three nodes answers. */
function all<T>(answer: T): T[] {
  return night.nodes.map(() => answer);
}

function statuses(who: Person, path = '/api/auth/user'): Promise<number[]> {
  const ask = async (where: string) => (await who.ask('GET', path, undefined, where)).status;
  return Promise.all(night.nodes.map(({ url }) => ask(url)));
}

function personWith(cookie: string): Person {
  const person = personAt(night.url);
  person.cookie = cookie;
  return person;
}

/** One at each node, with the session that they have now. */
function pagesOf(who: Person): Promise<Page[]> {
  const { cookie } = who;
  return Promise.all(night.nodes.map(({ url }) => night.page(0, url, personWith(cookie))));
}

async function areEnded(pages: readonly Page[]) {
  for (const { closings } of pages)
    await expect.poll(() => closings[0], { timeout: 5_000 }).toBe(SESSION_ENDED_CODE);
}
