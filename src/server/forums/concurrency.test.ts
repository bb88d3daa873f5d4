import { afterAll, beforeAll, expect, it } from 'vitest';
import { ageAccounts } from '../../../tests/support/age-accounts.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { checkInvariants } from '../invariants/check.ts';

const THREADS = '/api/forums/threads';
const valid = { title: 'Crowd', category: 'General', content: 'Come in' };

let app: TestApp;
let fans: Caller[];

beforeAll(async () => {
  app = await openTestApp();
  fans = [await app.signUp('Ann'), await app.signUp('Ben'), await app.signUp('Cid')];
  await ageAccounts(app);
});

afterAll(() => app.close());

function fan(n: number): Caller {
  const caller = fans[n % fans.length];
  if (!caller) throw new Error('No such fan');
  return caller;
}

it('keeps reply counts correct when replies, edits and deletions run concurrently', async () => {
  const thread = `${THREADS}/${(await fan(0).post(THREADS, valid)).json().id}`;
  const requests = Array.from({ length: 12 }, (_, n) =>
    fan(n).post(`${thread}/posts`, { content: `Reply ${n}` }),
  );
  const posts = (await Promise.all(requests)).map((response) => response.json());
  expect(new Set(posts.map(({ createdAt }) => createdAt)).size).toBe(12);
  const responses = await Promise.all(
    posts.flatMap(({ id }, n) => [
      fan(n).delete(`/api/forums/posts/${id}`),
      n % 2 ? app.admin.delete(`/api/forums/posts/${id}`) : fan(n).post(`${thread}/posts`, valid),
    ]),
  );
  const statuses = responses.map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 204)).toHaveLength(12);
  expect(statuses.filter((status) => status === 404)).toHaveLength(6);
  expect((await fan(0).get(thread)).json().replyCount).toBe(6);
  expect((await fan(0).get(`${thread}/posts`)).json()).toHaveLength(7);
  await expectInvariants();
});

it('leaves no post behind when a reply races the deletion of its thread', async () => {
  for (let round = 0; round < 10; round += 1) {
    const thread = `${THREADS}/${(await fan(0).post(THREADS, valid)).json().id}`;
    const [reply, deletion] = await Promise.all([
      fan(1).post(`${thread}/posts`, valid),
      fan(0).delete(thread),
    ]);
    expect([reply.statusCode, deletion.statusCode]).toSatisfy(
      ([first, second]) => (first === 201 && second === 409) || (first === 404 && second === 204),
    );
  }
  await expectInvariants();
});

async function expectInvariants() {
  const brokenInvariants = (await checkInvariants(app.database.db)).filter(
    ({ rows }) => rows.length > 0,
  );
  expect(brokenInvariants).toEqual([]);
}
