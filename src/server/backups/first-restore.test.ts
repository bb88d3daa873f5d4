import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { WEEK } from '#contract/durations.ts';
import type { FirstRestore } from '#contract/first-administrator.ts';
import { forgeBackup } from '../../../tests/support/forged-backup.ts';
import { sendPart, sendParts } from '../../../tests/support/send-backup.ts';
import { createCaller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { addShow, addSong, ok } from '../../../tests/support/tour.ts';
import { offerFirstAdmin } from '../accounts/administrators/first-admin-link.ts';
import { oneTimeTokens, users } from '../db/schema/accounts.ts';
import { songs } from '../db/schema/songs.ts';
import { checkInvariants } from '../invariants/check.ts';
import { HEADER_BYTES } from './backup-file.ts';
import { openBackupsFolder } from './backups-folder.ts';

const LINK = '/api/auth/first-administrator';
const BAND = { productName: 'Moon Calls', bandName: 'Paper \\ "Moons"' };

/** A backup of another site. */
let otherSite: Buffer<ArrayBuffer>;
let otherAdmin: { email: string; password: string };
let scratch: string;
let dataDir: string;
let freeBytes: number;
let app: TestApp;
let token: string;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'called-it-forged-'));
  const other = await openTestApp();
  const { admin } = other;
  otherAdmin = admin;
  ok(await admin.patch('/api/admin/band', BAND));
  await addSong(admin, 'Ember');
  await addShow(admin);
  await other.signUp('Fan of the Moons');
  const { name } = ok(await admin.post('/api/admin/backups')).json();
  const file = await other.backups.find(name);
  otherSite = Buffer.from(await readFile(file?.path ?? ''));
  await other.close();
});
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'called-it-fresh-'));
  freeBytes = Number.POSITIVE_INFINITY;
  app = await openTestApp({
    importConfig: { dataDir },
    backups: openBackupsFolder(dataDir, { freeBytes: async () => freeBytes }),
  });
  await addSong(app.admin, 'Demo Song');
  await app.signUp('Bystander');
  await app.database.db.update(users).set({ isAdmin: false });
  token = await offerLink();
});
afterEach(async () => {
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

async function offerLink(): Promise<string> {
  const site = 'http://localhost';
  const options = { folder: dataDir, site, isOnTerminal: true, now: app.clock.now };
  return (await offerFirstAdmin(app.database.db, options))?.match(/#([\w-]{43})/)?.[1] ?? '';
}

const post = (path: string, body: object = {}) => app.visitor.post(LINK + path, { token, ...body });
const openLink = async () => ok(await post('/link')).json();
const listFiles = () => readdir(join(dataDir, 'backups')).catch(() => []);
const listTitles = async () =>
  (await app.database.db.select({ title: songs.title }).from(songs)).map(({ title }) => title);
const listNames = async () =>
  (await app.database.db.select({ username: users.username }).from(users)).map(
    (user) => user.username,
  );

async function beginUpload(bytes: number): Promise<string> {
  return ok(await post('/uploads', { fileName: 'tour.backup', bytes })).json().id;
}

async function upload(bytes: Buffer<ArrayBuffer>) {
  const id = await beginUpload(bytes.length);
  await sendParts(app.visitor, id, bytes);
  return post(`/uploads/${id}`);
}

async function addToFolder(bytes = otherSite): Promise<string> {
  return ok(await upload(bytes)).json().name;
}

async function forge(change: Parameters<typeof forgeBackup>[1]): Promise<Buffer<ArrayBuffer>> {
  const path = join(scratch, 'forged.backup');
  await writeFile(path, otherSite);
  await forgeBackup(path, change);
  return Buffer.from(await readFile(path));
}

/** Polls the link until the restore is over, with all its stages. */
async function waitForRestore(): Promise<FirstRestore & { stages: string[] }> {
  const stages = new Set<string>();
  for (;;) {
    const { restore } = await openLink();
    stages.add(restore.stage);
    if (restore.state !== 'running') return { ...restore, stages: [...stages] };
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function expectUntouched(): Promise<void> {
  expect(await listTitles()).toEqual(['Demo Song']);
  expect(await listNames()).toContain('Bystander');
  const { expiresAt } = await openLink();
  expect(Date.parse(expiresAt)).toBeGreaterThan(app.clock.now);
}

test('says until when the link works, and what the folder has', async () => {
  expect(await openLink()).toEqual({
    expiresAt: new Date(app.clock.now + WEEK).toISOString(),
    hasShows: false,
    backups: [],
    restore: null,
  });
  const name = await addToFolder();
  expect((await openLink()).backups).toEqual([
    expect.objectContaining({ name, reason: 'uploaded', version: '0.1.0', problem: null }),
  ]);
});

test('describes an uploaded backup before anything is written', async () => {
  const response = await upload(otherSite);
  expect([response.statusCode, response.json()]).toEqual([
    201,
    expect.objectContaining({
      siteName: BAND.productName,
      bandName: BAND.bandName,
      accounts: 2,
      shows: 1,
      predictions: 0,
      bytes: otherSite.length,
    }),
  ]);
  const { name } = response.json();
  expect(ok(await post(`/backups/${name}`)).json()).toEqual(response.json());
  expect((await stat(join(dataDir, 'backups', `${name}.backup`))).mode & 0o777).toBe(0o600);
  await expectUntouched();
});

test('restores the site, ends the link, and lets its administrator sign in', async () => {
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
  const admin = createCaller(app.fastify, otherAdmin);
  ok(await admin.post('/api/auth/login', otherAdmin));
  expect((await admin.get('/api/admin/backups')).json()).toHaveLength(2);
  const broken = await checkInvariants(app.database.db);
  expect(broken.filter(({ rows }) => rows.length > 0)).toEqual([]);
  expect(await app.database.db.$count(oneTimeTokens)).toBe(0);
  expect(await readdir(dataDir)).toEqual(['backups']);
  // The page that started it still reads its result; the link does nothing else.
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
  const owner = { email: 'owner@example.com', username: 'Owner', password: 'long enough' };
  expect((await post('', owner)).statusCode).toBe(201);
});

test.each([
  ['without a token', '', 400],
  ['with a wrong token', 'x'.repeat(43), 404],
])('does nothing %s', async (_, wrongToken, status) => {
  const name = await addToFolder();
  const id = await beginUpload(100);
  const body = { token: wrongToken, fileName: 'x', bytes: 1, name };
  for (const path of ['/link', '/uploads', `/uploads/${id}`, `/backups/${name}`, '/restore']) {
    const response = await app.visitor.post(LINK + path, body);
    expect([path, response.statusCode]).toEqual([path, status]);
    expect(response.json().message).toMatch(/^This link /);
  }
  await expectUntouched();
});

test('does nothing once the link has expired', async () => {
  const name = await addToFolder();
  app.clock.now += WEEK;
  expect((await post('/restore', { name })).statusCode).toBe(404);
  expect(await listTitles()).toEqual(['Demo Song']);
});

test('refuses every token, and says why, once there is an administrator', async () => {
  const name = await addToFolder();
  const { db } = app.database;
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

test('limits wrong links from one network, and no others', async () => {
  const tryLink = (remoteAddress: string, value: string) =>
    app.fastify.inject({
      method: 'POST',
      url: `${LINK}/link`,
      payload: { token: value },
      remoteAddress,
    });
  for (let attempt = 0; attempt < 20; attempt += 1)
    expect((await tryLink('203.0.113.1', `wrong ${attempt}`)).statusCode).toBe(404);
  const limited = await tryLink('203.0.113.1', 'wrong');
  expect([limited.statusCode, limited.headers['retry-after']]).toEqual([429, '60']);
  expect((await tryLink('203.0.113.2', token)).statusCode).toBe(200);
});

test.each<[string, RegExp, () => Promise<Buffer<ArrayBuffer>>]>([
  [
    'is no backup',
    /^The file tour\.backup is not a backup of this product\.$/,
    async () => Buffer.alloc(HEADER_BYTES, 'x'),
  ],
  [
    'was changed',
    /^The backup tour\.backup is damaged: its bytes have changed/,
    async () => {
      const bytes = Buffer.from(otherSite);
      bytes[HEADER_BYTES + 500] = (bytes[HEADER_BYTES + 500] ?? 0) ^ 1;
      return bytes;
    },
  ],
  [
    'was cut off',
    /^The backup tour\.backup is damaged: it was cut off, and 10 bytes are missing/,
    async () => otherSite.subarray(0, -10),
  ],
  [
    'is of a newer version',
    /^The backup tour\.backup has an unknown schema .* a newer one\.$/,
    () =>
      forge(({ header }) => {
        header.schema = { tag: '9999_future', when: 9 };
      }),
  ],
  [
    'lists other rows than it has',
    /rows of songs don’t match|more rows than/,
    () =>
      forge((forgery) => {
        const { pack } = forgery;
        forgery.pack = (rows) => pack(Buffer.concat([rows, Buffer.from('more\n')]));
      }),
  ],
])('rejects an upload that %s, changes nothing and leaves no file', async (_, message, build) => {
  const response = await upload(await build());
  expect(response.statusCode).toBe(400);
  expect(response.json().message).toMatch(message);
  expect(await listFiles()).toEqual([]);
  await expectUntouched();
});

test('rejects uploads that are too large or larger than announced, and incomplete ones', async () => {
  const tooLarge = await post('/uploads', { fileName: 'x', bytes: 3 * 1024 ** 3 });
  expect([tooLarge.statusCode, tooLarge.json().message]).toEqual([
    400,
    expect.stringMatching(/^The file is larger than 2 GB/),
  ]);
  freeBytes = 0;
  const noSpace = await post('/uploads', { fileName: 'x', bytes: 1000 });
  expect([noSpace.statusCode, noSpace.json().message]).toEqual([
    507,
    expect.stringMatching(/^Not enough space for the upload/),
  ]);
  freeBytes = Number.POSITIVE_INFINITY;
  const id = await beginUpload(100);
  expect((await sendPart(app.visitor, id, 0, new Uint8Array(101))).statusCode).toBe(413);
  expect((await sendPart(app.visitor, id, 90_000, new Uint8Array(1))).statusCode).toBe(400);
  const other = await beginUpload(200);
  expect((await sendPart(app.visitor, id, 0, new Uint8Array(1))).statusCode).toBe(404);
  expect((await sendPart(app.visitor, other, 0, new Uint8Array(199))).statusCode).toBe(204);
  expect(await listFiles()).toHaveLength(1);
  const incomplete = await post(`/uploads/${other}`);
  expect([incomplete.statusCode, incomplete.json().message]).toEqual([
    400,
    'The upload was incomplete. Choose the file again.',
  ]);
  expect(await listFiles()).toEqual([]);
  await expectUntouched();
});

test('refuses a second restore, and the first one succeeds', async () => {
  const name = await addToFolder();
  const results = await Promise.all([post('/restore', { name }), post('/restore', { name })]);
  expect(results.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  expect((await waitForRestore()).state).toBe('done');
  expect(await listTitles()).toEqual(['Ember']);
});

test('changes nothing if a restore is cut off, and the link restores again', async () => {
  const name = await addToFolder();
  const { db } = app.database;
  // Holds the restore after it has begun its transaction.
  const blocker = await db.$client.connect();
  await blocker.query('begin; lock table songs in row exclusive mode');
  ok(await post('/restore', { name }));
  await expect
    .poll(async () => {
      const { rows } = await db.execute<{ pid: number }>(
        sql`select pid from pg_stat_activity where wait_event_type = 'Lock' and query like 'lock table%'`,
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

test('does not restore over an administrator who appears in the meantime', async () => {
  const name = await addToFolder();
  const { db } = app.database;
  const blocker = await db.$client.connect();
  await blocker.query('begin; lock table songs in row exclusive mode');
  ok(await post('/restore', { name }));
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
