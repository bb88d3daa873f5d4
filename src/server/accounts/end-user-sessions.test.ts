import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SESSION_ENDED_CODE } from '#contract/realtime.ts';
import {
  type Caller,
  createCaller,
  openTestApp,
  signIn,
  type TestApp,
} from '../../../tests/support/test-app.ts';
import { listenForSockets, openSocket } from '../../../tests/support/test-socket.ts';
import { auditLog } from '../db/schema/audit.ts';

let app: TestApp;
let fan: Caller;
let bystander: Caller;

beforeAll(async () => {
  app = await openTestApp();
  fan = await app.signUp('Fan');
  bystander = await app.signUp('Bystander');
});
afterAll(() => app.close());

const buildSessionsPath = (user: Caller) => `/api/admin/users/${user.userId}/sessions`;
const isSignedIn = async (caller: Caller) =>
  (await caller.get('/api/auth/user')).statusCode === 200;

test('an administrator counts and ends all of a fan’s sessions, and the audit log records it', async () => {
  const phone = createCaller(app.fastify, fan);
  await signIn(phone);
  const address = await listenForSockets(app.fastify);
  const socket = await openSocket(address, { cookie: phone.cookie ?? '' });
  expect((await app.admin.get(buildSessionsPath(fan))).json()).toEqual({ sessions: 2 });
  expect((await app.admin.delete(buildSessionsPath(fan))).statusCode).toBe(204);
  expect(await socket.closed).toBe(SESSION_ENDED_CODE);
  expect(await Promise.all([fan, phone, bystander, app.admin].map(isSignedIn))).toEqual([
    ...[false, false, true, true],
  ]);
  const { db } = app.database;
  const records = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, fan.userId), eq(auditLog.action, 'user.end-sessions')));
  expect(records).toMatchObject([{ actorId: app.admin.userId, after: { sessions: 2 } }]);
  await signIn(fan);
  expect(await isSignedIn(fan)).toBe(true);
});

test('returns 404 for an unknown user and 403 for other fans', async () => {
  const unknownUrl = '/api/admin/users/5a1c3d1e-0000-4000-8000-000000000000/sessions';
  expect((await app.admin.get(unknownUrl)).statusCode).toBe(404);
  expect((await app.admin.delete(unknownUrl)).statusCode).toBe(404);
  expect((await bystander.delete(buildSessionsPath(fan))).statusCode).toBe(403);
  expect(await isSignedIn(fan)).toBe(true);
});

test('an administrator who ends their own sessions is signed out too', async () => {
  const response = await app.admin.delete(buildSessionsPath(app.admin));
  expect([response.statusCode, app.admin.cookie]).toEqual([204, undefined]);
});
