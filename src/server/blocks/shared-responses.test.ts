import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { makeLeague } from '../../../tests/support/make-league.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour } from '../../../tests/support/tour.ts';

const THREADS = '/api/forums/threads';

let app: TestApp;
let ann: Caller;
let ben: Caller;
let bystander: Caller;

beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

/** Ann blocks Ben. */
beforeEach(async () => {
  [ann, ben, bystander] = [
    await app.signUp('Ann'),
    await app.signUp('Ben'),
    await app.signUp('Bystander'),
  ];
  await ann.post('/api/user/blocks', { userId: ben.userId });
});

async function createThread(caller: Caller, category: string): Promise<string> {
  const response = await caller.post(THREADS, { title: 'Ember', category, content: 'Ember?' });
  return response.json().id;
}

/** Returns whether the caller gets the bytes that are cached for everyone. */
async function isShared(caller: Caller, url: string): Promise<boolean> {
  const send = vi.spyOn(app.fastify.responses, 'send');
  await bystander.get(url);
  await caller.get(url);
  const [everyone, own] = send.mock.calls.map(([, , { key }]) => key);
  send.mockRestore();
  expect(everyone).toBeDefined();
  return own === everyone;
}

it('shares every response that no block changes', async () => {
  const tour = planTour(app);
  const quiet = await createThread(bystander, 'General');
  const mixed = await createThread(bystander, 'Predictions');
  const show = await tour.addShow();
  const league = await makeLeague(bystander, show, {}, [ann, ben]);
  const urls = [
    ...[`${THREADS}/${quiet}`, `${THREADS}/${quiet}/posts`, `${THREADS}?category=General`],
    ...[`${THREADS}/${mixed}/posts`, `${THREADS}?category=Predictions`, THREADS],
    ...[`${THREADS}/${show}/posts`, `/api/leagues/${league.id}/posts`],
  ];
  const listOwn = async (caller: Caller) => {
    const own: string[] = [];
    for (const url of urls) if (!(await isShared(caller, url))) own.push(url);
    return own;
  };
  expect(await listOwn(ann)).toEqual([]);
  await ben.post(`${THREADS}/${mixed}/posts`, { content: 'From Ben' });
  expect(await listOwn(ann)).toEqual([
    ...[`${THREADS}/${mixed}/posts`, `${THREADS}?category=Predictions`, THREADS],
  ]);
  await ben.post(`${THREADS}/${show}/posts`, { content: 'From Ben' });
  await ben.post(`/api/leagues/${league.id}/posts`, { content: 'From Ben' });
  expect((await listOwn(ann)).slice(-2)).toEqual(urls.slice(-2));
  expect(await listOwn(ben)).toEqual([]);
});
