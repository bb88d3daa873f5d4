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

const give = (who: Caller, to: Caller, isAdmin: boolean) =>
  who.patch(`/api/admin/users/${to.userId}`, { isAdmin });
const mayList = async (who: Caller) => (await who.get('/api/admin/users')).statusCode;

describe('the administrator’s role', () => {
  it('is given and taken by an administrator, at once, with a record', async () => {
    expect(await mayList(fan)).toBe(403);
    const given = await give(test.admin, fan, true);
    expect(given.statusCode).toBe(200);
    expect(given.json()).toMatchObject({ id: fan.userId, isAdmin: true });
    expect(given.json()).not.toHaveProperty('password');
    expect(await mayList(fan)).toBe(200);
    expect((await fan.get('/api/auth/user')).json().isAdmin).toBe(true);
    expect((await give(test.admin, fan, true)).statusCode).toBe(200);
    expect((await give(test.admin, fan, false)).json().isAdmin).toBe(false);
    expect(await mayList(fan)).toBe(403);
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
    expect(await mayList(bystander)).toBe(403);
  });

  it('is nobody else’s to give, and nobody unknown’s to have', async () => {
    expect((await give(fan, fan, true)).statusCode).toBe(403);
    expect((await give(test.visitor, fan, true)).statusCode).toBe(401);
    const nobody = '00000000-0000-4000-8000-000000000000';
    for (const id of [nobody, 'nobody'])
      expect((await test.admin.patch(`/api/admin/users/${id}`, { isAdmin: true })).statusCode).toBe(
        404,
      );
    for (const body of [{}, { isAdmin: 'yes' }])
      expect((await test.admin.patch(`/api/admin/users/${fan.userId}`, body)).statusCode).toBe(400);
  });

  it('stays with the last administrator, also when two are taken it at once', async () => {
    const refused = await give(test.admin, test.admin, false);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'The last administrator cannot be revoked',
    ]);
    await give(test.admin, fan, true);
    const answers = await Promise.all([give(test.admin, fan, false), give(fan, test.admin, false)]);
    // Whoever came second is no administrator any more, or is the last one.
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const { db } = test.database;
    const left = await db.select({ id: users.id }).from(users).where(eq(users.isAdmin, true));
    expect(left).toHaveLength(1);
    await db.update(users).set({ isAdmin: true }).where(eq(users.id, test.admin.userId));
    await give(test.admin, fan, false);
  });

  it('of two who take it from each other one keeps it, with others there to be the last', async () => {
    const { db } = test.database;
    const admins = async () =>
      (await db.select({ id: users.id }).from(users).where(eq(users.isAdmin, true))).length;
    await give(test.admin, fan, true);
    await give(test.admin, bystander, true);
    for (let round = 0; round < 5; round += 1) {
      const before = await admins();
      const take = (from: string, by: string) => revokeAdmin(db, { id: from }, by);
      const [one, other] = [fan.userId, bystander.userId];
      const done = await Promise.allSettled([take(one, other), take(other, one)]);
      expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(await admins()).toBe(before - 1);
      for (const who of [fan, bystander]) await give(test.admin, who, true);
    }
    for (const who of [fan, bystander]) await give(test.admin, who, false);
  });

  it('stays with one, whichever ways the last two lose it at the same moment', async () => {
    const { db } = test.database;
    const left = async () => db.$count(users, eq(users.isAdmin, true));
    for (let round = 0; round < 4; round += 1) {
      const leaver = await test.signUp(`Leaver ${round}`);
      await give(test.admin, leaver, true);
      const ways = [
        leaver.post('/api/user/deletion', { currentPassword: leaver.password, isConfirmed: true }),
        round % 2 === 0
          ? give(leaver, test.admin, false)
          : revokeAdmin(db, { email: test.admin.email }, null).catch(() => undefined),
      ];
      await Promise.all(ways);
      expect(await left()).toBeGreaterThan(0);
      await db.update(users).set({ isAdmin: true }).where(eq(users.id, test.admin.userId));
      await db.update(users).set({ isAdmin: false }).where(ne(users.id, test.admin.userId));
    }
  });

  it('ends the open pages’ sockets, so that they ask who is signed in; nobody else’s', async () => {
    const address = await listenForSockets(test.app);
    const open = (who: Caller) => openSocket(address, { cookie: who.cookie ?? '' });
    const [mine, others] = [await open(fan), await open(bystander)];
    await give(test.admin, fan, true);
    expect(await mine.closed).toBe(SESSION_ENDED_CODE);
    const again = await open(fan);
    await give(test.admin, fan, false);
    expect(await again.closed).toBe(SESSION_ENDED_CODE);
    expect(others.socket.readyState).toBe(others.socket.OPEN);
    others.socket.close();
  });
});
