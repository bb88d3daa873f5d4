import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SESSION_ENDED_CODE } from '#contract/realtime.ts';
import {
  type Caller,
  callerOf,
  openTestApp,
  signIn,
  type TestApp,
} from '../../../tests/support/test-app.ts';
import { listenForSockets, openSocket } from '../../../tests/support/test-socket.ts';
import { auditLog } from '../db/schema/audit.ts';

let test: TestApp;
let fan: Caller;
let bystander: Caller;

beforeAll(async () => {
  test = await openTestApp();
  fan = await test.signUp('Fan');
  bystander = await test.signUp('Bystander');
});
afterAll(() => test.close());

const pathOf = (user: Caller) => `/api/admin/users/${user.userId}/sessions`;
const isSignedIn = async (caller: Caller) =>
  (await caller.get('/api/auth/user')).statusCode === 200;

it('an administrator counts a fan’s sessions and ends them all, with an audit entry', async () => {
  const phone = callerOf(test.app, fan);
  await signIn(phone);
  const address = await listenForSockets(test.app);
  const socket = await openSocket(address, { cookie: phone.cookie ?? '' });
  expect((await test.admin.get(pathOf(fan))).json()).toEqual({ sessions: 2 });
  expect((await test.admin.delete(pathOf(fan))).statusCode).toBe(204);
  expect(await socket.closed).toBe(SESSION_ENDED_CODE);
  expect(await Promise.all([fan, phone, bystander, test.admin].map(isSignedIn))).toEqual([
    ...[false, false, true, true],
  ]);
  const { db } = test.database;
  const records = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, fan.userId), eq(auditLog.action, 'user.end-sessions')));
  expect(records).toMatchObject([{ actorId: test.admin.userId, after: { sessions: 2 } }]);
  await signIn(fan);
  expect(await isSignedIn(fan)).toBe(true);
});

it('returns 404 for an unknown user and 403 for other fans', async () => {
  const unknown = '/api/admin/users/5a1c3d1e-0000-4000-8000-000000000000/sessions';
  expect((await test.admin.get(unknown)).statusCode).toBe(404);
  expect((await test.admin.delete(unknown)).statusCode).toBe(404);
  expect((await bystander.delete(pathOf(fan))).statusCode).toBe(403);
  expect(await isSignedIn(fan)).toBe(true);
});

it('an administrator who ends their own sessions is signed out too', async () => {
  const response = await test.admin.delete(pathOf(test.admin));
  expect([response.statusCode, test.admin.cookie]).toEqual([204, undefined]);
});
