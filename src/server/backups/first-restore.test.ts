import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { WEEK } from '#contract/durations.ts';
import { BAND, createFreshSite, LINK } from '../../../tests/support/fresh-site.ts';
import { waitForLockWaits } from '../../../tests/support/lock-waits.ts';
import { createCaller } from '../../../tests/support/test-app.ts';
import { ok } from '../../../tests/support/tour.ts';
import { oneTimeTokens, users } from '../db/schema/accounts.ts';
import { checkInvariants } from '../invariants/check.ts';

const site = createFreshSite();
const {
  post,
  openLink,
  listFiles,
  listTitles,
  listNames,
  beginUpload,
  upload,
  addToFolder,
  forge,
  waitForRestore,
  expectUntouched,
} = site;

test('reports when the link expires and which backups the folder has', async () => {
  expect(await openLink()).toEqual({
    expiresAt: new Date(site.app.clock.now + WEEK).toISOString(),
    hasShows: false,
    backups: [],
    restore: null,
  });
  const name = await addToFolder();
  expect((await openLink()).backups).toEqual([
    expect.objectContaining({ name, reason: 'uploaded', version: '0.1.0', problem: null }),
  ]);
});

test('describes an uploaded backup without changing the database', async () => {
  const response = await upload(site.otherSite);
  expect([response.statusCode, response.json()]).toEqual([
    201,
    expect.objectContaining({
      siteName: BAND.productName,
      bandName: BAND.bandName,
      accounts: 2,
      shows: 1,
      predictions: 0,
      bytes: site.otherSite.length,
    }),
  ]);
  const { name } = response.json();
  expect(ok(await post(`/backups/${name}`)).json()).toEqual(response.json());
  expect((await stat(join(site.dataDir, 'backups', `${name}.backup`))).mode & 0o777).toBe(0o600);
  await expectUntouched();
});

test('restores the site, invalidates the link, and lets the restored administrator sign in', async () => {
  const name = await addToFolder();
  expect(ok(await post('/restore', { name })).json().state).toBe('running');
  const { state, error, hasAdministrator, takenAt } = await waitForRestore();
  expect({ state, error, hasAdministrator }).toEqual({
    state: 'done',
    error: null,
    hasAdministrator: true,
  });
  expect(takenAt).toMatch(/^\d{4}-/);
  expect(await listTitles()).toEqual(['Ember']);
  expect((await listNames()).includes('Bystander')).toBe(false);
  const admin = createCaller(site.app.fastify, site.otherAdmin);
  ok(await admin.post('/api/auth/login', site.otherAdmin));
  expect((await admin.get('/api/admin/backups')).json()).toHaveLength(2);
  const broken = await checkInvariants(site.app.database.db);
  expect(broken.filter(({ rows }) => rows.length > 0)).toEqual([]);
  expect(await site.app.database.db.$count(oneTimeTokens)).toBe(0);
  expect(await readdir(site.dataDir)).toEqual(['backups']);
  expect((await openLink()).restore.state).toBe('done');
  for (const path of ['/uploads', '/restore', `/backups/${name}`]) {
    const body = { fileName: 'x', bytes: 1, name };
    expect((await post(path, body)).statusCode).toBe(409);
  }
  const owner = { email: 'owner@example.com', username: 'Owner', password: 'long enough' };
  expect((await post('', owner)).statusCode).toBe(404);
});

test('keeps the link if the restored site has no administrator', async () => {
  const withoutAdmin = await forge(({ header, rows }) => {
    const columns = header.tables.find((table) => table.name === 'users')?.columns ?? [];
    const lines = (rows.get('users')?.toString() ?? '').split('\n').map((line) => {
      const values = line.split('\t');
      if (values.length > 1) values[columns.indexOf('is_admin')] = 'f';
      return values.join('\t');
    });
    rows.set('users', Buffer.from(lines.join('\n')));
  });
  const name = await addToFolder(withoutAdmin);
  ok(await post('/restore', { name }));
  expect(await waitForRestore()).toMatchObject({ state: 'done', hasAdministrator: false });
  expect(await listTitles()).toEqual(['Ember']);
  expect(await openLink()).toMatchObject({
    expiresAt: new Date(site.app.clock.now + WEEK).toISOString(),
    hasShows: true,
    backups: [{ reason: 'before-restore' }, { name }],
    restore: { state: 'done' },
  });
  const owner = { email: 'owner@example.com', username: 'Owner', password: 'long enough' };
  expect((await post('', owner)).statusCode).toBe(201);
  expect((await post('/link')).statusCode).toBe(409);
});

test('shows the progress to a signed-in owner while the restore locks the sessions', async () => {
  const owner = await site.app.signUp('Owner');
  const blocker = await site.app.database.db.$client.connect();
  await blocker.query('begin; lock table sessions');
  try {
    let statusCode: number | undefined;
    void owner.post(`${LINK}/link`, { token: site.token }).then((response) => {
      statusCode = response.statusCode;
    });
    await expect.poll(() => statusCode).toBe(200);
  } finally {
    await blocker.query('rollback');
    blocker.release();
  }
});

test.each([
  ['without a token', '', 400],
  ['with a wrong token', 'x'.repeat(43), 404],
])('does nothing %s', async (_, wrongToken, status) => {
  const name = await addToFolder();
  const id = await beginUpload(100);
  const body = { token: wrongToken, fileName: 'x', bytes: 1, name };
  for (const path of ['/link', '/uploads', `/uploads/${id}`, `/backups/${name}`, '/restore']) {
    const response = await site.app.visitor.post(LINK + path, body);
    expect([path, response.statusCode]).toEqual([path, status]);
    expect(response.json().message).toMatch(/^This link /);
  }
  await expectUntouched();
});

test('does nothing once the link has expired', async () => {
  const name = await addToFolder();
  site.app.clock.now += WEEK;
  expect((await post('/restore', { name })).statusCode).toBe(404);
  expect(await listTitles()).toEqual(['Demo Song']);
});

test('rejects every token with a reason once there is an administrator', async () => {
  const name = await addToFolder();
  const { db } = site.app.database;
  const owner = { email: 'owner@example.com', username: 'Owner', password: 'long enough' };
  expect((await post('', owner)).statusCode).toBe(201);
  const response = await post('/restore', { name });
  expect([response.statusCode, response.json().message]).toEqual([
    409,
    expect.stringMatching(/^This site has an administrator\. Sign in/),
  ]);
  expect(await listTitles()).toEqual(['Demo Song']);
  expect(await db.$count(users, eq(users.isAdmin, true))).toBe(1);
});

test('rate-limits wrong links per network', async () => {
  const tryLink = (remoteAddress: string, value: string) =>
    site.app.fastify.inject({
      method: 'POST',
      url: `${LINK}/link`,
      payload: { token: value },
      remoteAddress,
    });
  for (let attempt = 0; attempt < 20; attempt += 1)
    expect((await tryLink('203.0.113.1', `wrong ${attempt}`)).statusCode).toBe(404);
  const limited = await tryLink('203.0.113.1', 'wrong');
  expect([limited.statusCode, limited.headers['retry-after']]).toEqual([429, '60']);
  expect((await tryLink('203.0.113.2', 'wrong')).statusCode).toBe(404);
  expect((await tryLink('203.0.113.1', site.token)).statusCode).toBe(200);
});

test('rejects a second restore while the first one runs', async () => {
  const name = await addToFolder();
  const results = await Promise.all([post('/restore', { name }), post('/restore', { name })]);
  expect(results.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  expect((await waitForRestore()).state).toBe('done');
  expect(await listTitles()).toEqual(['Ember']);
});

test('changes nothing if a restore is interrupted, and keeps the link valid', async () => {
  const name = await addToFolder();
  const { db } = site.app.database;
  // Blocks the restore after its transaction has started.
  const blocker = await db.$client.connect();
  await blocker.query('begin; lock table songs in row exclusive mode');
  ok(await post('/restore', { name }));
  await expect
    .poll(async () => {
      const { rows } = await db.execute<{ pid: number }>(
        sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'lock table%'`,
      );
      for (const { pid } of rows) await db.execute(sql`select pg_terminate_backend(${pid})`);
      return rows.length;
    })
    .toBeGreaterThan(0);
  await blocker.query('rollback');
  blocker.release();
  expect(await waitForRestore()).toMatchObject({
    state: 'failed',
    error: expect.stringMatching(/^The restore failed, and nothing was changed/),
  });
  expect(await listFiles()).toEqual([`${name}.backup`]);
  await expectUntouched();
  ok(await post('/restore', { name }));
  expect((await waitForRestore()).state).toBe('done');
  expect(await listTitles()).toEqual(['Ember']);
});

test('reports success even if a step after the restore fails', async () => {
  const name = await addToFolder();
  vi.spyOn(site.app.backups, 'removeExpired').mockRejectedValueOnce(new Error('The disk failed.'));
  ok(await post('/restore', { name }));
  expect(await waitForRestore()).toMatchObject({ state: 'done', error: null });
  expect(await listTitles()).toEqual(['Ember']);
  expect(await listFiles()).toHaveLength(2);
});

test('does not restore over an administrator who appears in the meantime', async () => {
  const name = await addToFolder();
  const { db } = site.app.database;
  const blocker = await db.$client.connect();
  await blocker.query('begin; lock table songs in row exclusive mode');
  ok(await post('/restore', { name }));
  await waitForLockWaits(db);
  await blocker.query(`delete from one_time_tokens where purpose = 'first-administrator'`);
  await blocker.query(`update users set is_admin = true where username = 'Bystander'`);
  await blocker.query('commit');
  blocker.release();
  await expect
    .poll(async () => (await post('/link')).json().restore?.state ?? 'over')
    .not.toBe('running');
  expect(await listTitles()).toEqual(['Demo Song']);
  expect(await listFiles()).toEqual([`${name}.backup`]);
});
