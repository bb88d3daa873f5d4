import { desc, eq, ne } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SESSION_ENDED_CODE } from '#contract/realtime.ts';
import { users } from '#server/db/schema/accounts.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { type Caller, openTestApp, type TestApp } from '../../../../tests/support/test-app.ts';
import { listenForSockets, openSocket } from '../../../../tests/support/test-socket.ts';
import { revokeAdmin } from './administrators.ts';

let test: TestApp;
let fan: Caller;
let bystander: Caller;

beforeAll(async () => {
  test = await openTestApp();
  fan = await test.signUp('Ada Lamplight');
  bystander = await test.signUp('Ben Hollow');
});
afterAll(() => test.close());

const setRole = (by: Caller, to: Caller, isAdmin: boolean) =>
  by.patch(`/api/admin/users/${to.userId}`, { isAdmin });
const listStatus = async (caller: Caller) => (await caller.get('/api/admin/users')).statusCode;

describe('the administrator’s role', () => {
  it('is granted and revoked by an administrator, at once, with an audit entry', async () => {
    expect(await listStatus(fan)).toBe(403);
    const granted = await setRole(test.admin, fan, true);
    expect(granted.statusCode).toBe(200);
    expect(granted.json()).toMatchObject({ id: fan.userId, isAdmin: true });
    expect(granted.json()).not.toHaveProperty('password');
    expect(await listStatus(fan)).toBe(200);
    expect((await fan.get('/api/auth/user')).json().isAdmin).toBe(true);
    expect((await setRole(test.admin, fan, true)).statusCode).toBe(200);
    expect((await setRole(test.admin, fan, false)).json().isAdmin).toBe(false);
    expect(await listStatus(fan)).toBe(403);
    expect((await fan.get('/api/auth/user')).json().isAdmin).toBe(false);
    const records = await test.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, fan.userId))
      .orderBy(desc(auditLog.id));
    expect(records).toMatchObject([
      { action: 'user.revoke-admin', actorId: test.admin.userId },
      { action: 'user.grant-admin', actorId: test.admin.userId },
    ]);
    expect(await listStatus(bystander)).toBe(403);
  });

  it('can be set by administrators only, and for existing accounts only', async () => {
    expect((await setRole(fan, fan, true)).statusCode).toBe(403);
    expect((await setRole(test.visitor, fan, true)).statusCode).toBe(401);
    const unknown = '00000000-0000-4000-8000-000000000000';
    for (const id of [unknown, 'unknown'])
      expect((await test.admin.patch(`/api/admin/users/${id}`, { isAdmin: true })).statusCode).toBe(
        404,
      );
    for (const body of [{}, { isAdmin: 'yes' }])
      expect((await test.admin.patch(`/api/admin/users/${fan.userId}`, body)).statusCode).toBe(400);
  });

  it('stays with the last administrator, even if two revoke each other at once', async () => {
    const refused = await setRole(test.admin, test.admin, false);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'The last administrator cannot be revoked',
    ]);
    await setRole(test.admin, fan, true);
    const responses = await Promise.all([
      setRole(test.admin, fan, false),
      setRole(fan, test.admin, false),
    ]);
    // The second request comes from a former administrator, or targets the last one.
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const { db } = test.database;
    const remaining = await db.select({ id: users.id }).from(users).where(eq(users.isAdmin, true));
    expect(remaining).toHaveLength(1);
    await db.update(users).set({ isAdmin: true }).where(eq(users.id, test.admin.userId));
    await setRole(test.admin, fan, false);
  });

  it('stays with one of two who revoke each other while other administrators exist', async () => {
    const { db } = test.database;
    const admins = async () =>
      (await db.select({ id: users.id }).from(users).where(eq(users.isAdmin, true))).length;
    await setRole(test.admin, fan, true);
    await setRole(test.admin, bystander, true);
    for (let round = 0; round < 5; round += 1) {
      const before = await admins();
      const revoke = (from: string, by: string) => revokeAdmin(db, { id: from }, by);
      const [first, second] = [fan.userId, bystander.userId];
      const results = await Promise.allSettled([revoke(first, second), revoke(second, first)]);
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(await admins()).toBe(before - 1);
      for (const caller of [fan, bystander]) await setRole(test.admin, caller, true);
    }
    for (const caller of [fan, bystander]) await setRole(test.admin, caller, false);
  });

  it('stays with one account when the last two lose it at once by deletion and revocation', async () => {
    const { db } = test.database;
    const adminCount = async () => db.$count(users, eq(users.isAdmin, true));
    for (let round = 0; round < 4; round += 1) {
      const leaver = await test.signUp(`Leaver ${round}`);
      await setRole(test.admin, leaver, true);
      const requests = [
        leaver.post('/api/user/deletion', { currentPassword: leaver.password, isConfirmed: true }),
        round % 2 === 0
          ? setRole(leaver, test.admin, false)
          : revokeAdmin(db, { email: test.admin.email }, null).catch(() => undefined),
      ];
      await Promise.all(requests);
      expect(await adminCount()).toBeGreaterThan(0);
      await db.update(users).set({ isAdmin: true }).where(eq(users.id, test.admin.userId));
      await db.update(users).set({ isAdmin: false }).where(ne(users.id, test.admin.userId));
    }
  });

  it('closes the fan’s sockets, so that pages check who is signed in, and no others', async () => {
    const address = await listenForSockets(test.app);
    const open = (caller: Caller) => openSocket(address, { cookie: caller.cookie ?? '' });
    const [fanSocket, bystanderSocket] = [await open(fan), await open(bystander)];
    await setRole(test.admin, fan, true);
    expect(await fanSocket.closed).toBe(SESSION_ENDED_CODE);
    const again = await open(fan);
    await setRole(test.admin, fan, false);
    expect(await again.closed).toBe(SESSION_ENDED_CODE);
    expect(bystanderSocket.socket.readyState).toBe(bystanderSocket.socket.OPEN);
    bystanderSocket.socket.close();
  });
});
