import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { oneTimeTokens, passkeys, sessions, users } from '#server/db/schema/accounts.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { openTestDatabase } from '../../../../tests/support/test-database.ts';
import { issueTokens } from '../links/one-time-tokens.ts';
import { hashPassword, verifyPassword } from '../sign-in/passwords.ts';
import { grantAdmin, revokeAdmin } from './administrators.ts';
import { createFirstAdmin } from './first-admin.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.db.execute(sql`truncate users, sessions, audit_log cascade`));

const findUser = async (email: string) => {
  const rows = database.db.select().from(users).where(eq(users.emailKey, email.toLowerCase()));
  const [user] = await rows;
  if (!user) throw new Error(`No account has ${email}.`);
  return user;
};
const addUser = async (email: string, username: string, overrides = {}) => {
  const password = await hashPassword('old password');
  const keys = { emailKey: email.toLowerCase(), usernameKey: username.toLowerCase() };
  await database.db.insert(users).values({ email, username, ...keys, password, ...overrides });
  const { id } = await findUser(email);
  await database.db.insert(sessions).values({ userId: id, tokenHash: `${id}`.padEnd(64, '0') });
};
const countSessions = async () => (await database.db.select().from(sessions)).length;
const listAudits = async () =>
  (await database.db.select().from(auditLog)).map(({ action, actorId }) => [action, actorId]);

describe('createFirstAdmin', () => {
  test('creates an administrator with the password', async () => {
    const { result, changes } = await createFirstAdmin(database.db, {
      email: ' Boss@example.com ',
      password: 'a long secret',
    });
    expect(result).toBe('created');
    const user = await findUser('boss@example.com');
    expect(user).toMatchObject({ email: 'Boss@example.com', username: 'Boss', isAdmin: true });
    expect(changes).toContainEqual(
      expect.objectContaining({ topic: 'account', subjectId: user.id }),
    );
    expect(await verifyPassword(user.password, 'a long secret')).toBe(true);
    expect(await listAudits()).toEqual([['user.promote', null]]);
  });

  test.each([
    ['admin@example.com', [], 'admin'],
    ['me@example.com', [], 'me-admin'],
    ['Jo@example.com', ['jo-admin'], 'Jo-admin-2'],
    ['dark.star@example.com', ['Dark.Star', 'dark.star-2'], 'dark.star-3'],
  ])('for %s, if %j is taken, picks the username %s', async (email, taken, username) => {
    for (const name of taken) await addUser(`${name}@elsewhere.example`, name);
    await createFirstAdmin(database.db, { email, password: 'a long secret' });
    expect((await findUser(email)).username).toBe(username);
  });

  test('promotes an existing account, sets its password and ends its sessions', async () => {
    await addUser('Fan@example.com', 'Fan', { mustChangePassword: true });
    const admin = { email: 'FAN@example.com', password: 'a long secret' };
    expect(await createFirstAdmin(database.db, admin)).toMatchObject({ result: 'promoted' });
    const user = await findUser('fan@example.com');
    expect(user).toMatchObject({ username: 'Fan', isAdmin: true, mustChangePassword: false });
    expect(await verifyPassword(user.password, 'a long secret')).toBe(true);
    expect(await countSessions()).toBe(0);
    expect(await listAudits()).toEqual([['user.promote', null]]);
  });

  test('revokes the sessions, links and passkeys of this account only', async () => {
    for (const name of ['Boss', 'Fan']) {
      await addUser(`${name}@example.com`, name, { isAdmin: true });
      const { id: userId } = await findUser(`${name}@example.com`);
      const columns = { publicKey: 'key', counter: 0, name: 'Key', transports: [] };
      await database.db.insert(passkeys).values({ userId, credentialId: name, ...columns });
      const options = { now: Date.now(), lifetimeMs: 60_000 };
      await issueTokens(database.db, 'reset-password', [userId], options);
    }
    const admin = { email: 'boss@example.com', password: 'a long secret' };
    const { changes } = await createFirstAdmin(database.db, admin);
    const { id: adminId } = await findUser('boss@example.com');
    expect(changes.map(({ topic, subjectId }) => [topic, subjectId])).toEqual([
      ['account', adminId],
      ['sessions', adminId],
      ['access', adminId],
      ['credentials', adminId],
      ['audit', null],
    ]);
    const { id } = await findUser('fan@example.com');
    for (const table of [sessions, passkeys, oneTimeTokens])
      expect(await database.db.select({ userId: table.userId }).from(table)).toEqual([
        { userId: id },
      ]);
  });

  test('changes nothing at a later start with the same password', async () => {
    await addUser('fan@example.com', 'Fan', { isAdmin: true });
    const userBefore = await findUser('fan@example.com');
    const admin = { email: 'fan@example.com', password: 'old password' };
    expect(await createFirstAdmin(database.db, admin)).toEqual({
      result: 'unchanged',
      changes: [],
    });
    expect(await findUser('fan@example.com')).toEqual(userBefore);
    expect(await countSessions()).toBe(1);
    expect(await listAudits()).toEqual([]);
  });

  test('creates one account when two servers start together', async () => {
    const admin = { email: 'boss@example.com', password: 'a long secret' };
    const creations = [createFirstAdmin(database.db, admin), createFirstAdmin(database.db, admin)];
    const results = (await Promise.all(creations)).map(({ result }) => result);
    expect(results.sort()).toEqual(['created', 'unchanged']);
    expect(await database.db.select().from(users)).toHaveLength(1);
    expect(await listAudits()).toHaveLength(1);
  });

  test.each([
    ['an invalid email', { email: 'boss', password: 'a long secret' }, /ADMIN_EMAIL/],
    ['a short password', { email: 'boss@example.com', password: '12345' }, /ADMIN_PASSWORD/],
  ])('throws for %s', async (_what, admin, message) => {
    await expect(createFirstAdmin(database.db, admin)).rejects.toThrow(message);
  });
});

describe('grantAdmin and revokeAdmin', () => {
  beforeEach(async () => {
    await addUser('one@example.com', 'One', { isAdmin: true });
    await addUser('two@example.com', 'Two');
  });

  test('grant and revoke the role, and write an audit record each time', async () => {
    const { id } = await findUser('two@example.com');
    expect(await grantAdmin(database.db, { email: ' TWO@example.com' }, null)).toBe(id);
    expect((await findUser('two@example.com')).isAdmin).toBe(true);
    expect(await grantAdmin(database.db, { email: 'two@example.com' }, null)).toBeUndefined();
    expect(await revokeAdmin(database.db, { email: 'Two@example.com ' }, null)).toBe(id);
    expect((await findUser('two@example.com')).isAdmin).toBe(false);
    expect(await revokeAdmin(database.db, { email: 'two@example.com' }, null)).toBeUndefined();
    expect(await listAudits()).toEqual([
      ['user.grant-admin', null],
      ['user.revoke-admin', null],
    ]);
  });

  test('throw 404 for an unknown email', async () => {
    const unknownEmail = 'nobody@example.com';
    const error = { statusCode: 404, message: `No account has the email ${unknownEmail}` };
    await expect(grantAdmin(database.db, { email: unknownEmail }, null)).rejects.toMatchObject(
      error,
    );
    await expect(revokeAdmin(database.db, { email: unknownEmail }, null)).rejects.toMatchObject(
      error,
    );
  });

  test('reject revoking the last administrator', async () => {
    await expect(
      revokeAdmin(database.db, { email: 'one@example.com' }, null),
    ).rejects.toMatchObject({
      statusCode: 409,
      message: 'The last administrator cannot be revoked',
    });
    expect((await findUser('one@example.com')).isAdmin).toBe(true);
  });

  test('keep one administrator when two are revoked at the same time', async () => {
    await grantAdmin(database.db, { email: 'two@example.com' }, null);
    const results = await Promise.allSettled([
      revokeAdmin(database.db, { email: 'one@example.com' }, null),
      revokeAdmin(database.db, { email: 'two@example.com' }, null),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const admins = await database.db.select().from(users).where(eq(users.isAdmin, true));
    expect(admins).toHaveLength(1);
  });
});
