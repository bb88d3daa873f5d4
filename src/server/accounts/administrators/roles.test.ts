import { desc, eq, ne } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SESSION_ENDED_CODE } from '#contract/realtime.ts';
import { users } from '#server/db/schema/accounts.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { type Caller, openTestApp, type TestApp } from '../../../../tests/support/test-app.ts';
import { listenForSockets, openSocket } from '../../../../tests/support/test-socket.ts';
import { revokeAdmin } from './administrators.ts';

let app: TestApp;
let fan: Caller;
let bystander: Caller;

beforeAll(async () => {
  app = await openTestApp();
  fan = await app.signUp('Ada Lamplight');
  bystander = await app.signUp('Ben Hollow');
});
afterAll(() => app.close());

const setRole = (caller: Caller, target: Caller, isAdmin: boolean) =>
  caller.patch(`/api/admin/users/${target.userId}`, { isAdmin });
const fetchUsersStatus = async (caller: Caller) =>
  (await caller.get('/api/admin/users')).statusCode;

describe('the administrator’s role', () => {
  it('is granted and revoked immediately by an administrator and recorded in the audit log', async () => {
    expect(await fetchUsersStatus(fan)).toBe(403);
    const response = await setRole(app.admin, fan, true);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ id: fan.userId, isAdmin: true });
    expect(response.json()).not.toHaveProperty('password');
    expect(await fetchUsersStatus(fan)).toBe(200);
    expect((await fan.get('/api/auth/user')).json().isAdmin).toBe(true);
    expect((await setRole(app.admin, fan, true)).statusCode).toBe(200);
    expect((await setRole(app.admin, fan, false)).json().isAdmin).toBe(false);
    expect(await fetchUsersStatus(fan)).toBe(403);
    expect((await fan.get('/api/auth/user')).json().isAdmin).toBe(false);
    const records = await app.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, fan.userId))
      .orderBy(desc(auditLog.id));
    expect(records).toMatchObject([
      { action: 'user.revoke-admin', actorId: app.admin.userId },
      { action: 'user.grant-admin', actorId: app.admin.userId },
    ]);
    expect(await fetchUsersStatus(bystander)).toBe(403);
  });

  it('can be changed only by administrators and only for existing accounts', async () => {
    expect((await setRole(fan, fan, true)).statusCode).toBe(403);
    expect((await setRole(app.visitor, fan, true)).statusCode).toBe(401);
    const unknownId = '00000000-0000-4000-8000-000000000000';
    for (const id of [unknownId, 'unknown'])
      expect((await app.admin.patch(`/api/admin/users/${id}`, { isAdmin: true })).statusCode).toBe(
        404,
      );
    for (const body of [{}, { isAdmin: 'yes' }])
      expect((await app.admin.patch(`/api/admin/users/${fan.userId}`, body)).statusCode).toBe(400);
  });

  it('stays with the last administrator, even if two revoke each other at the same time', async () => {
    const response = await setRole(app.admin, app.admin, false);
    expect([response.statusCode, response.json().message]).toEqual([
      409,
      'The last administrator cannot be revoked',
    ]);
    await setRole(app.admin, fan, true);
    const responses = await Promise.all([
      setRole(app.admin, fan, false),
      setRole(fan, app.admin, false),
    ]);
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const { db } = app.database;
    const remaining = await db.select({ id: users.id }).from(users).where(eq(users.isAdmin, true));
    expect(remaining).toHaveLength(1);
    await db.update(users).set({ isAdmin: true }).where(eq(users.id, app.admin.userId));
    await setRole(app.admin, fan, false);
  });

  it('is revoked from only one of two administrators who revoke each other at the same time', async () => {
    const { db } = app.database;
    const countAdmins = async () =>
      (await db.select({ id: users.id }).from(users).where(eq(users.isAdmin, true))).length;
    await setRole(app.admin, fan, true);
    await setRole(app.admin, bystander, true);
    for (let round = 0; round < 5; round += 1) {
      const countBefore = await countAdmins();
      const revoke = (userId: string, actorId: string) => revokeAdmin(db, { id: userId }, actorId);
      const [firstAdminId, secondAdminId] = [fan.userId, bystander.userId];
      const results = await Promise.allSettled([
        revoke(firstAdminId, secondAdminId),
        revoke(secondAdminId, firstAdminId),
      ]);
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(await countAdmins()).toBe(countBefore - 1);
      for (const caller of [fan, bystander]) await setRole(app.admin, caller, true);
    }
    for (const caller of [fan, bystander]) await setRole(app.admin, caller, false);
  });

  it('stays with one account when the last two lose it at the same time by deletion and revocation', async () => {
    const { db } = app.database;
    const countAdmins = async () => db.$count(users, eq(users.isAdmin, true));
    for (let round = 0; round < 4; round += 1) {
      const leaver = await app.signUp(`Leaver ${round}`);
      await setRole(app.admin, leaver, true);
      const requests = [
        leaver.post('/api/user/deletion', { currentPassword: leaver.password, isConfirmed: true }),
        round % 2 === 0
          ? setRole(leaver, app.admin, false)
          : revokeAdmin(db, { email: app.admin.email }, null).catch(() => undefined),
      ];
      await Promise.all(requests);
      expect(await countAdmins()).toBeGreaterThan(0);
      await db.update(users).set({ isAdmin: true }).where(eq(users.id, app.admin.userId));
      await db.update(users).set({ isAdmin: false }).where(ne(users.id, app.admin.userId));
    }
  });

  it('closes only the fan’s sockets when it changes, so that their pages check who is signed in', async () => {
    const address = await listenForSockets(app.fastify);
    const openSocketFor = (caller: Caller) => openSocket(address, { cookie: caller.cookie ?? '' });
    const [fanSocket, bystanderSocket] = [await openSocketFor(fan), await openSocketFor(bystander)];
    await setRole(app.admin, fan, true);
    expect(await fanSocket.closed).toBe(SESSION_ENDED_CODE);
    const reopenedSocket = await openSocketFor(fan);
    await setRole(app.admin, fan, false);
    expect(await reopenedSocket.closed).toBe(SESSION_ENDED_CODE);
    expect(bystanderSocket.socket.readyState).toBe(bystanderSocket.socket.OPEN);
    bystanderSocket.socket.close();
  });
});
