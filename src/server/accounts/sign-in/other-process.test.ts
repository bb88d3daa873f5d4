import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { FORUM_CATEGORIES } from '#contract/forums.ts';
import {
  type Caller,
  callerOf,
  openTestApp,
  signIn,
  type TestApp,
} from '../../../../tests/support/test-app.ts';
import { grantAdmin, revokeAdmin } from '../administrators/administrators.ts';

// Another process on the same database, that nobody here hears: the command line, or a node of which
// nothing has come yet.
let here: TestApp;
let elsewhere: TestApp['app'];
let fan: Caller;
let postId: string;

beforeAll(async () => {
  here = await openTestApp();
  elsewhere = await here.openAnother();
  const thread = {
    title: 'Tonight',
    category: FORUM_CATEGORIES[0],
    content: 'What do they open with?',
  };
  const { id } = (await here.admin.post('/api/forums/threads', thread)).json();
  const post = await here.admin.post(`/api/forums/threads/${id}/posts`, { content: 'Half a Moon' });
  postId = post.json().id;
});
afterAll(() => here.close());

let count = 0;
beforeEach(async () => {
  count += 1;
  fan = await here.signUp(`Fan ${count}`);
  // Remembered as who they are now.
  expect((await fan.get('/api/auth/user')).statusCode).toBe(200);
});

test("an administrator who was revoked there no longer deletes others' posts here", async () => {
  const { db } = here.database;
  await grantAdmin(db, { id: fan.userId }, null);
  await signIn(fan);
  expect((await fan.get('/api/auth/user')).json().isAdmin).toBe(true);
  await revokeAdmin(db, { id: fan.userId }, null);
  expect((await fan.delete(`/api/forums/posts/${postId}`)).statusCode).toBe(403);
  await grantAdmin(db, { id: fan.userId }, null);
  expect((await fan.delete(`/api/forums/posts/${postId}`)).statusCode).toBe(204);
});

test('whoever signed out there writes nothing here', async () => {
  const there = callerOf(elsewhere, fan);
  there.cookie = fan.cookie;
  expect((await there.post('/api/auth/logout')).statusCode).toBe(204);
  const answer = await fan.patch('/api/user/profile', { homeVenue: 'The Drydock' });
  expect(answer.statusCode).toBe(401);
});

test('a session from before the password was changed there writes nothing here', async () => {
  const there = callerOf(elsewhere, fan);
  await signIn(there);
  const change = { currentPassword: fan.password, newPassword: 'another horse' };
  expect((await there.patch('/api/user/password', change)).statusCode).toBe(200);
  const answer = await fan.patch('/api/user/profile', { homeVenue: 'The Drydock' });
  expect(answer.statusCode).toBe(401);
});
