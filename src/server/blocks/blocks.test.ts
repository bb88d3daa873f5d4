import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type BlockedFan,
  MAX_BLOCKS,
  MODERATOR_BLOCK,
  SELF_BLOCK,
  TOO_MANY_BLOCKS,
} from '#contract/blocks.ts';
import { makeLeague } from '../../../tests/support/make-league.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { blocks } from '../db/schema/blocks.ts';

const BLOCKS = '/api/user/blocks';
const THREADS = '/api/forums/threads';

let app: TestApp;
let tour: Tour;
let show: string;
let ann: Caller;
let ben: Caller;
let bystander: Caller;
let fanCount = 0;

beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  show = await tour.addShow();
});
afterAll(() => app.close());

beforeEach(async () => {
  fanCount += 1;
  app.clock.now += 60_000;
  [ann, ben, bystander] = [
    await app.signUp(`Ann ${fanCount}`),
    await app.signUp(`Ben ${fanCount}`),
    await app.signUp(`Bystander ${fanCount}`),
  ];
  const [other = ''] = await tour.addFans(1, `Other${fanCount}`);
  await block(bystander, other);
});

async function block(caller: Caller, userId: string) {
  app.clock.now += 1_000;
  const response = await caller.post(BLOCKS, { userId });
  return { status: response.statusCode, message: response.body && response.json().message };
}

const unblock = (caller: Caller, { userId }: Caller) => caller.delete(`${BLOCKS}/${userId}`);

async function listNames(caller: Caller): Promise<string[]> {
  return (await caller.get(BLOCKS)).json().map(({ username }: BlockedFan) => username);
}

async function post(caller: Caller, url: string, content: string): Promise<string> {
  app.clock.now += 1_000;
  return (await caller.post(url, { content })).json().id;
}

async function readPosts(caller: Caller, url: string) {
  const { statusCode, headers, body } = await caller.get(url);
  const posts: { content: string }[] = statusCode === 200 ? JSON.parse(body) : [];
  return [Number(headers['x-total-count']), ...posts.map(({ content }) => content)];
}

describe('blocking a fan', () => {
  it('lists each blocked fan once, latest first, to the blocking fan only', async () => {
    expect((await block(ann, ben.userId)).status).toBe(204);
    expect((await block(ann, bystander.userId)).status).toBe(204);
    expect((await block(ann, ben.userId)).status).toBe(204);
    expect(await listNames(ann)).toEqual([`Bystander ${fanCount}`, `Ben ${fanCount}`]);
    expect(await listNames(ben)).toEqual([]);
    expect(await listNames(bystander)).toEqual([`Other${fanCount} 0000`]);
    expect((await unblock(ben, ann)).statusCode).toBe(404);
    expect((await unblock(ann, bystander)).statusCode).toBe(204);
    expect((await unblock(ann, bystander)).statusCode).toBe(404);
    expect(await listNames(ann)).toEqual([`Ben ${fanCount}`]);
    expect(await listNames(bystander)).toHaveLength(1);
  });

  it('rejects blocks of yourself, administrators and unknown fans', async () => {
    expect(await block(ann, ann.userId)).toMatchObject({ status: 409, message: SELF_BLOCK });
    expect(await block(ann, app.admin.userId)).toMatchObject({
      ...{ status: 409, message: MODERATOR_BLOCK },
    });
    expect(await block(app.admin, ann.userId)).toMatchObject({
      ...{ status: 409, message: MODERATOR_BLOCK },
    });
    expect((await block(ann, randomUUID())).status).toBe(404);
    expect((await block(ann, 'everyone')).status).toBe(400);
    expect(await listNames(ann)).toEqual([]);
    expect(await listNames(app.admin)).toEqual([]);
  });

  it('is undone when either fan becomes an administrator', async () => {
    await block(ann, ben.userId);
    await block(ben, bystander.userId);
    const setAdmin = (isAdmin: boolean) =>
      app.admin.patch(`/api/admin/users/${ben.userId}`, { isAdmin });
    expect((await setAdmin(true)).statusCode).toBe(200);
    expect(await listNames(ann)).toEqual([]);
    expect((await setAdmin(false)).statusCode).toBe(200);
    expect(await listNames(ben)).toEqual([]);
    expect(await listNames(bystander)).toHaveLength(1);
  });

  it('is limited, even for concurrent requests', async () => {
    const others = await tour.addFans(MAX_BLOCKS + 1, `Many${fanCount}`);
    const [lastFan = '', secondFan = '', ...otherFans] = others;
    const createdAt = new Date(app.clock.now);
    const rows = otherFans.map((blockedId) => ({ userId: ann.userId, blockedId, createdAt }));
    await app.database.db.insert(blocks).values(rows);
    const results = await Promise.all([block(ann, lastFan), block(ann, secondFan)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    expect(await block(ann, ben.userId)).toMatchObject({ status: 409, message: TOO_MANY_BLOCKS });
    expect(await listNames(ann)).toHaveLength(MAX_BLOCKS);
  });

  it("appears in the blocking fan's export, and is deleted with either account", async () => {
    await block(ann, ben.userId);
    await block(ben, bystander.userId);
    const readExport = async (caller: Caller) => (await caller.post('/api/user/export')).json();
    expect((await readExport(ann)).blocks).toEqual([
      { username: `Ben ${fanCount}`, blockedAt: expect.any(String) },
    ]);
    expect((await readExport(bystander)).blocks).toHaveLength(1);
    await ben.post('/api/user/deletion', { currentPassword: ben.password, isConfirmed: true });
    expect(await listNames(ann)).toEqual([]);
    const isBlockedBystander = eq(blocks.blockedId, bystander.userId);
    expect(await app.database.db.$count(blocks, isBlockedBystander)).toBe(0);
    expect(await listNames(bystander)).toHaveLength(1);
  });
});

describe.each([
  ['the fan who blocks', () => [ann, ben] as const],
  ['the blocked fan', () => [ben, ann] as const],
])('for %s', (_, callers) => {
  let viewer: Caller;
  let other: Caller;
  beforeEach(() => {
    [viewer, other] = callers();
  });

  const startThread = async (caller: Caller, title: string): Promise<string> => {
    app.clock.now += 1_000;
    const draft = { title, category: 'Predictions', content: `${title}?` };
    return (await caller.post(THREADS, draft)).json().id;
  };

  async function readTitles(caller: Caller) {
    const response = await caller.get(`${THREADS}?category=Predictions&limit=3`);
    const threads: { title: string; replyCount: number }[] = response.json();
    return {
      total: Number(response.headers['x-total-count']),
      threads: threads.map(({ title, replyCount }) => `${title} ${replyCount}`),
    };
  }

  it("hides the other fan's threads and posts in the forums until the block is removed", async () => {
    const hiddenThread = await startThread(other, `Hidden ${fanCount}`);
    const shared = await startThread(bystander, 'Shared');
    const url = `${THREADS}/${shared}/posts`;
    await post(other, url, 'From the other');
    await post(viewer, url, 'From the viewer');
    const before = await readTitles(viewer);
    await block(ann, ben.userId);
    expect(await readPosts(viewer, url)).toEqual([2, 'Shared?', 'From the viewer']);
    expect(await readPosts(viewer, `${url}?offset=1&limit=1`)).toEqual([2, 'From the viewer']);
    expect((await viewer.get(`${THREADS}/${shared}`)).json().replyCount).toBe(1);
    const titles = await readTitles(viewer);
    expect(titles.total).toBe(before.total - 1);
    expect(titles.threads.slice(0, 1)).toEqual(['Shared 1']);
    expect(titles.threads).not.toContain(`Hidden ${fanCount} 0`);
    for (const path of ['', '/posts'])
      expect((await viewer.get(`${THREADS}/${hiddenThread}${path}`)).statusCode).toBe(404);
    const reply = await viewer.post(`${THREADS}/${hiddenThread}/posts`, { content: 'Unseen' });
    expect(reply.statusCode).toBe(404);

    for (const caller of [bystander, app.admin]) {
      expect(await readTitles(caller)).toMatchObject({ total: before.total });
      expect(await readPosts(caller, url)).toEqual([
        3,
        'Shared?',
        'From the other',
        'From the viewer',
      ]);
      expect(await readPosts(caller, `${THREADS}/${hiddenThread}/posts`)).toEqual([
        1,
        `Hidden ${fanCount}?`,
      ]);
    }
    await unblock(ann, ben);
    expect(await readTitles(viewer)).toEqual(before);
    expect(await readPosts(viewer, url)).toHaveLength(4);
  });

  it("hides only the other fan's posts in a league", async () => {
    const { id } = await makeLeague(bystander, show, {}, [ann, ben]);
    const url = `/api/leagues/${id}/posts`;
    await post(other, url, 'From the other');
    await post(bystander, url, 'From the bystander');
    const members = (await viewer.get(`/api/leagues/${id}/members`)).body;
    await block(ann, ben.userId);
    expect(await readPosts(viewer, url)).toEqual([1, 'From the bystander']);
    expect(await readPosts(bystander, url)).toHaveLength(3);
    expect((await viewer.get(`/api/leagues/${id}/members`)).body).toBe(members);
    await unblock(ann, ben);
    expect(await readPosts(viewer, url)).toHaveLength(3);
  });

  it("makes the other fan's invitation invalid", async () => {
    const { id, invitation } = await makeLeague(other, show);
    await block(ann, ben.userId);
    const url = `/api/invitations/${invitation}`;
    expect((await viewer.get(url)).statusCode).toBe(404);
    expect((await viewer.post(url)).statusCode).toBe(404);
    expect((await bystander.get(url)).statusCode).toBe(200);
    expect((await bystander.post(url)).statusCode).toBe(200);
    await unblock(ann, ben);
    expect((await viewer.post(url)).json()).toMatchObject({ id, memberCount: 3 });
  });
});

it('does not affect leaderboards and revealed sheets', async () => {
  const [song = ''] = await tour.addSongs(`Ember ${fanCount}`);
  const past = await tour.addShow({ date: new Date(app.clock.now - 3_600_000) });
  for (const { userId } of [ann, ben]) await tour.addPrediction(userId, past, [song]);
  await tour.setStatus(past, 'live');
  const urls = [`/api/leaderboard/show/${past}`, `/api/fans/Ben%20${fanCount}/shows/${past}`];
  const readAll = () => Promise.all(urls.map(async (url) => (await ann.get(url)).body));
  const before = await readAll();
  await block(ann, ben.userId);
  expect(await readAll()).toEqual(before);
  expect(before.every((body) => body.includes(`Ben ${fanCount}`))).toBe(true);
});
