import { like } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TEMPORARY_PASSWORD_DAYS, TEMPORARY_PASSWORD_EXPIRED } from '#contract/accounts.ts';
import { DAY } from '#contract/durations.ts';
import type { Change } from '#contract/freshness.ts';
import { createLocalBus } from '#server/changes/bus.ts';
import { users } from '#server/db/schema/accounts.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { replaceHashing, textHashing } from '../../../tests/support/hashing.ts';
import {
  type Caller,
  createCaller,
  openTestApp,
  signIn,
  type TestApp,
} from '../../../tests/support/test-app.ts';
import { openTestDatabase } from '../../../tests/support/test-database.ts';
import { createTestMailer } from '../../../tests/support/test-mailer.ts';
import { type BandPack, loadBandPack } from '../catalog/band-pack/band-pack.ts';

const bus = createLocalBus();
const changes: Change[] = [];
bus.subscribe((published) => changes.push(...published));
const temporaryPassword = 'temporary 123';

// About fifty users at once. Only distinct hashes matter, not their cost.
afterAll(replaceHashing(textHashing));

let app: TestApp;
let fan: Caller;
let pack: BandPack;
beforeAll(async () => {
  pack = await loadBandPack('bands/lantern');
  app = await openTestApp({ bus }, openTestDatabase);
  fan = await app.signUp('Fan');
});
afterAll(() => app.close());

describe('access', () => {
  test("to the band's public details requires no session", async () => {
    const response = await app.visitor.get('/api/band');
    expect([response.statusCode, response.json()]).toEqual([200, pack.band]);
    expect(response.body).not.toContain(pack.temporaryPassword);
  });

  test.each([
    ['GET', '/api/admin/setup'],
    ['POST', '/api/admin/initialize'],
    ['POST', '/api/admin/import-users'],
    ['PATCH', '/api/admin/band'],
    ['GET', '/api/admin/demo'],
    ['POST', '/api/admin/empty-demo'],
    ['POST', '/api/admin/try-mail'],
  ] as const)('to %s %s requires an administrator', async (method, url) => {
    const fetchStatus = async ({ cookie }: Caller) => {
      const headers = cookie ? { cookie } : {};
      const payload = { temporaryPassword };
      return (await app.fastify.inject({ method, url, headers, payload })).statusCode;
    };
    expect(await fetchStatus(app.visitor)).toBe(401);
    expect(await fetchStatus(fan)).toBe(403);
  });
});

describe('GET /api/admin/setup', () => {
  test("returns the pack's size and its default password", async () => {
    expect((await app.admin.get('/api/admin/setup')).json()).toEqual({
      packBand: 'Paper Lantern Parade',
      songs: 207,
      shows: pack.shows.length,
      users: 58,
      temporaryPassword: pack.temporaryPassword,
      sendsMail: false,
    });
  });
});

describe('POST /api/admin/initialize', () => {
  test('imports on the first request and skips everything on the second', async () => {
    changes.length = 0;
    const firstResponse = await app.admin.post('/api/admin/initialize');
    expect([firstResponse.statusCode, firstResponse.json()]).toEqual([
      200,
      {
        results: {
          songs: { imported: 207, skipped: 0 },
          shows: { imported: pack.shows.length, skipped: 0 },
          setlists: pack.shows.filter(({ setlist }) => setlist.length > 0).length,
          errors: [],
        },
      },
    ]);
    const expected = ['song', 'show', 'audit'].map((topic) => ({ topic, subjectId: null }));
    expect(changes).toMatchObject(expected);
    changes.length = 0;
    const secondResponse = await app.admin.post('/api/admin/initialize', {});
    expect(secondResponse.json().results).toMatchObject({
      songs: { imported: 0, skipped: 207 },
      shows: { imported: 0, skipped: pack.shows.length },
    });
  });
});

describe('POST /api/admin/import-users', () => {
  test.each([
    ['7 characters', '1234567', 'Password must be at least 8 characters'],
    ['nothing', undefined, 'Temporary password is required'],
    ['a number', 12345678, 'Temporary password must be text'],
  ])('rejects a password of %s', async (_what, password, message) => {
    const body = { temporaryPassword: password };
    const response = await app.admin.post('/api/admin/import-users', body);
    expect(response.statusCode).toBe(400);
    expect(response.json().message).toMatch(message);
  });

  test('imports the users and leaves every account unchanged on the second request', async () => {
    const [firstUser, secondUser] = pack.users;
    const nameTaken = { email: 'new@example.com', username: secondUser?.username.toUpperCase() };
    const emailTaken = { email: firstUser?.email.toUpperCase(), username: 'Early Bird' };
    for (const body of [nameTaken, emailTaken])
      expect(
        (await app.visitor.post('/api/auth/register', { ...body, password: 'six123' })).statusCode,
      ).toBe(201);
    const firstResponse = await app.admin.post('/api/admin/import-users', { temporaryPassword });
    expect([firstResponse.statusCode, firstResponse.json()]).toEqual([
      200,
      {
        results: {
          imported: 56,
          skipped: 2,
          errors: [`${secondUser?.email}: another user has the username ${secondUser?.username}`],
        },
      },
    ]);
    const listRows = () => app.database.db.select().from(users).orderBy(users.id);
    const previousRows = await listRows();
    expect(previousRows.find(({ username }) => username === 'Early Bird')).toMatchObject({
      mustChangePassword: false,
    });
    const secondResponse = await app.admin.post('/api/admin/import-users', {
      temporaryPassword: 'another one',
    });
    expect(secondResponse.json().results).toMatchObject({ imported: 0, skipped: 58 });
    expect(await listRows()).toEqual(previousRows);
  });

  test('gives each user their own hash and writes an audit record without the password', async () => {
    const imported = (await app.database.db.select().from(users)).filter(
      ({ mustChangePassword }) => mustChangePassword,
    );
    expect(new Set(imported.map(({ password }) => password)).size).toBe(56);
    const audits = await app.database.db
      .select()
      .from(auditLog)
      .where(like(auditLog.action, 'setup.import-users'));
    expect(audits).toMatchObject([{ actorId: app.admin.userId }, { actorId: app.admin.userId }]);
    expect(JSON.stringify(audits)).not.toContain(temporaryPassword);
  });
});

describe('an imported user', () => {
  test("reads but can't write before choosing a password", async () => {
    const { email = '', favoriteSong, homeVenue } = pack.users.at(-1) ?? {};
    const user = createCaller(app.fastify, { email, password: temporaryPassword });
    await signIn(user);
    const me = await user.get('/api/auth/user');
    expect(me.json()).toMatchObject({ mustChangePassword: true, favoriteSong, homeVenue });
    const responses = [
      await user.patch('/api/user/profile', { homeVenue: 'x' }),
      await user.delete(`/api/user/sessions/${crypto.randomUUID()}`),
    ];
    for (const response of responses)
      expect([response.statusCode, response.json().message]).toEqual([
        403,
        'Please set your own password first',
      ]);
    const change = (newPassword: string) =>
      user.patch('/api/user/password', { currentPassword: temporaryPassword, newPassword });
    const response = await change(temporaryPassword);
    expect([response.statusCode, response.json().message]).toEqual([
      400,
      'Please choose a password other than the temporary one',
    ]);
    expect((await change('my very own')).json().mustChangePassword).toBe(false);
    expect((await user.patch('/api/user/profile', { homeVenue: 'x' })).statusCode).toBe(200);
  });

  test('signs in with the temporary password for thirty days and by a link afterwards', async () => {
    const [email, otherFan] = [pack.users.at(-3)?.email ?? '', fan];
    const user = createCaller(app.fastify, { email, password: temporaryPassword });
    const login = () => app.visitor.post('/api/auth/login', { email, password: temporaryPassword });
    app.clock.now += TEMPORARY_PASSWORD_DAYS * DAY - 1;
    await signIn(user);
    app.clock.now += 1;
    const response = await login();
    expect(response.statusCode).toBe(401);
    expect(response.json().message).toBe(TEMPORARY_PASSWORD_EXPIRED);
    await signIn(otherFan);
    app.clock.now -= TEMPORARY_PASSWORD_DAYS * DAY;
  });

  test('can log out', async () => {
    const { email = '' } = pack.users.at(-2) ?? {};
    const user = createCaller(app.fastify, { email, password: temporaryPassword });
    await signIn(user);
    expect((await user.post('/api/auth/logout')).statusCode).toBe(204);
  });
});

describe('with a mail server', () => {
  const mailer = createTestMailer({ isConfigured: true });
  let mailing: TestApp;
  beforeAll(async () => {
    const smallPack = { ...pack, users: pack.users.slice(0, 2) };
    const bandPack = { band: pack.band, load: async () => smallPack };
    mailing = await openTestApp({ mailer, bandPack }, openTestDatabase);
  });
  afterAll(() => mailing.close());

  test('imported users get one link each, and the submitted password works for none of them', async () => {
    const { admin, fastify, clock, visitor } = mailing;
    expect((await admin.get('/api/admin/setup')).json().sendsMail).toBe(true);
    const response = await admin.post('/api/admin/import-users', { temporaryPassword });
    expect(response.json().results).toMatchObject({ imported: 2 });
    await mailer.settle();
    const [firstEmail, secondEmail] = pack.users.slice(0, 2).map(({ email }) => email);
    expect(mailer.emails.map(({ to }) => to).toSorted()).toEqual(
      [firstEmail, secondEmail].toSorted(),
    );
    const importedUser = createCaller(fastify, {
      email: firstEmail ?? '',
      password: temporaryPassword,
    });
    await expect(signIn(importedUser)).rejects.toThrow('401');

    clock.now += 6 * DAY;
    const token = await mailer.tokenFor(firstEmail ?? '');
    const body = { token, newPassword: 'my very own' };
    const me = await visitor.post('/api/auth/reset-password', body);
    expect(me.json()).toMatchObject({ email: firstEmail, mustChangePassword: false });

    await signIn(admin);
    const secondImport = await admin.post('/api/admin/import-users', {});
    expect(secondImport.json().results).toMatchObject({ imported: 0, skipped: 2 });
    await mailer.settle();
    expect(mailer.emails).toHaveLength(2);
  });
});
