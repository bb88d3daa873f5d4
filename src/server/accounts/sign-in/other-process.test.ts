import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { FORUM_CATEGORIES } from '#contract/forums.ts';
import {
  type Caller,
  createCaller,
  openTestApp,
  signIn,
  type TestApp,
} from '../../../../tests/support/test-app.ts';
import { grantAdmin, revokeAdmin } from '../administrators/administrators.ts';

// Another process, such as the command line, changes the database without notifying this one.
let app: TestApp;
let otherServer: TestApp['fastify'];
let fan: Caller;
let postId: string;

beforeAll(async () => {
  app = await openTestApp();
  otherServer = await app.openAnother();
  const thread = {
    title: 'Tonight',
    category: FORUM_CATEGORIES[0],
    content: 'What do they open with?',
  };
  const { id } = (await app.admin.post('/api/forums/threads', thread)).json();
  const post = await app.admin.post(`/api/forums/threads/${id}/posts`, {
    content: 'Half a Moon',
  });
  postId = post.json().id;
});
afterAll(() => app.close());

let count = 0;
beforeEach(async () => {
  count += 1;
  fan = await app.signUp(`Fan ${count}`);
  expect((await fan.get('/api/auth/user')).statusCode).toBe(200);
});

test("an administrator whose role was revoked on another server can no longer delete others' posts", async () => {
  const { db } = app.database;
  await grantAdmin(db, { id: fan.userId }, null);
  await signIn(fan);
  expect((await fan.get('/api/auth/user')).json().isAdmin).toBe(true);
  await revokeAdmin(db, { id: fan.userId }, null);
  expect((await fan.delete(`/api/forums/posts/${postId}`)).statusCode).toBe(403);
  await grantAdmin(db, { id: fan.userId }, null);
  expect((await fan.delete(`/api/forums/posts/${postId}`)).statusCode).toBe(204);
});

test('a fan who signed out on another server can’t write', async () => {
  const remote = createCaller(otherServer, fan);
  remote.cookie = fan.cookie;
  expect((await remote.post('/api/auth/logout')).statusCode).toBe(204);
  const response = await fan.patch('/api/user/profile', { homeVenue: 'The Drydock' });
  expect(response.statusCode).toBe(401);
});

test('a session from before a password change on another server can’t write', async () => {
  const remote = createCaller(otherServer, fan);
  await signIn(remote);
  const change = { currentPassword: fan.password, newPassword: 'another horse' };
  expect((await remote.patch('/api/user/password', change)).statusCode).toBe(200);
  const response = await fan.patch('/api/user/profile', { homeVenue: 'The Drydock' });
  expect(response.statusCode).toBe(401);
});
