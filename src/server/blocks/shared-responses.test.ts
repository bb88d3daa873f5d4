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

async function isShared(caller: Caller, url: string): Promise<boolean> {
  const send = vi.spyOn(app.fastify.responses, 'send');
  await bystander.get(url);
  await caller.get(url);
  const [sharedKey, key] = send.mock.calls.map(([, , cached]) => cached.key);
  send.mockRestore();
  expect(sharedKey).toBeDefined();
  return key === sharedKey;
}

it('shares every response that blocks do not affect', async () => {
  const tour = planTour(app);
  const otherThread = await createThread(bystander, 'General');
  const thread = await createThread(bystander, 'Predictions');
  const show = await tour.addShow();
  const league = await makeLeague(bystander, show, {}, [ann, ben]);
  const urls = [
    ...[
      `${THREADS}/${otherThread}`,
      `${THREADS}/${otherThread}/posts`,
      `${THREADS}?category=General`,
    ],
    ...[`${THREADS}/${thread}/posts`, `${THREADS}?category=Predictions`, THREADS],
    ...[`${THREADS}/${show}/posts`, `/api/leagues/${league.id}/posts`],
  ];
  const listUnshared = async (caller: Caller) => {
    const unsharedUrls: string[] = [];
    for (const url of urls) if (!(await isShared(caller, url))) unsharedUrls.push(url);
    return unsharedUrls;
  };
  expect(await listUnshared(ann)).toEqual([]);
  await ben.post(`${THREADS}/${thread}/posts`, { content: 'From Ben' });
  expect(await listUnshared(ann)).toEqual([
    ...[`${THREADS}/${thread}/posts`, `${THREADS}?category=Predictions`, THREADS],
  ]);
  await ben.post(`${THREADS}/${show}/posts`, { content: 'From Ben' });
  await ben.post(`/api/leagues/${league.id}/posts`, { content: 'From Ben' });
  expect((await listUnshared(ann)).slice(-2)).toEqual(urls.slice(-2));
  expect(await listUnshared(ben)).toEqual([]);
});
