import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { NO_LINKS_YET } from '#contract/post-links.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { forumPosts, forumThreads } from '../db/schema/forums.ts';

const THREADS = '/api/forums/threads';
const LINK = 'See https://example.com';
const draft = { title: 'Encore?', category: 'General', content: 'Guess' };

let app: TestApp;
let bystander: Caller;
let fan: Caller;
let fanCount = 0;
let thread: string;

beforeAll(async () => {
  app = await openTestApp();
  bystander = await app.signUp('Bystander');
  thread = `${THREADS}/${(await bystander.post(THREADS, draft)).json().id}`;
});
afterAll(() => app.close());
beforeEach(async () => {
  fanCount += 1;
  fan = await app.signUp(`Newcomer ${fanCount}`);
  app.clock.now += 60_000;
});

const reply = (content: string, author = fan) => author.post(`${thread}/posts`, { content });

const countStored = () =>
  Promise.all([app.database.db.$count(forumThreads), app.database.db.$count(forumPosts)]);

it('rejects links in the first three posts, including thread titles', async () => {
  const before = await countStored();
  for (const [response, path] of [
    [await reply(LINK), 'content'],
    [await reply('Cheap at example.com'), 'content'],
    [await fan.post(THREADS, { ...draft, content: LINK }), 'content'],
    [await fan.post(THREADS, { ...draft, title: 'www.example.com' }), 'title'],
  ] as const) {
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      message: NO_LINKS_YET,
      issues: [{ path, message: NO_LINKS_YET }],
    });
  }
  expect(await countStored()).toEqual(before);
  for (const n of [1, 2]) expect((await reply(`Reply ${n}`)).statusCode).toBe(201);
  expect((await fan.post(THREADS, draft)).statusCode).toBe(201);
  expect((await reply(LINK)).statusCode).toBe(201);
  expect((await reply(LINK, bystander)).statusCode).toBe(400);
});

it('rejects a link that an edit adds to one of the first three posts', async () => {
  const ids: string[] = [];
  for (const n of [1, 2, 3, 4]) ids.push((await reply(`Reply ${n}`)).json().id);
  const statuses: number[] = [];
  for (const id of ids)
    statuses.push((await fan.patch(`/api/forums/posts/${id}`, { content: LINK })).statusCode);
  expect(statuses).toEqual([400, 400, 400, 200]);
});

it('accepts no link before the third post, even if the posts are sent at the same time', async () => {
  for (const n of [1, 2]) await reply(`Reply ${n}`);
  const responses = await Promise.all([LINK, LINK, LINK, 'Third', LINK].map((text) => reply(text)));
  const contents = responses
    .filter(({ statusCode }) => statusCode === 201)
    .map((response) => response.json())
    .sort((a, b) => a.createdAt.localeCompare(b.createdAt));
  expect(contents[0].content).toBe('Third');
  expect(responses[3]?.statusCode).toBe(201);
});

it('lets administrators link in their first post', async () => {
  expect((await reply(LINK, app.admin)).statusCode).toBe(201);
});
