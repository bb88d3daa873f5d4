import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../../../tests/support/processes.ts';
import { sql } from '../../../tests/support/template-database.ts';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { openBackupsFolder } from '../backups/backups-folder.ts';
import { connectionUrl } from '../db/open.ts';
import { readEnvironment } from '../environment.ts';
import { maskSecrets, runChecks } from './run-checks.ts';

let app: TestApp;
let url: string;
let dataDir: string;
beforeAll(async () => {
  app = await openTestApp();
  url = connectionUrl(app.database.db);
  dataDir = await mkdtemp(join(tmpdir(), 'called-it-doctor-'));
});
afterAll(async () => {
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function findByName(overrides: Record<string, string> = {}, clock = Date.now) {
  const variables = { DATA_DIR: dataDir, ...overrides };
  const access = { url, connection: 'in a test' };
  const findings = await runChecks(readEnvironment(variables), variables, access, clock);
  return Object.fromEntries(findings.map((finding) => [finding.name, finding]));
}

test('reports a healthy site as ok and suggests a backup', async () => {
  const initialFindings = await findByName();
  expect(initialFindings['last backup']).toMatchObject({
    state: 'warn',
    advice: expect.stringContaining('npm run backup'),
  });
  await openBackupsFolder(dataDir).create(url, 'by-hand');
  const findings = await findByName();
  expect(Object.keys(findings)).toEqual([
    ...['configuration', 'database', 'migrations', 'clock', 'invariants'],
    ...['disk', 'last backup', 'after backup', 'mail', 'Redis'],
  ]);
  expect(Object.values(findings).filter(({ state }) => state !== 'ok')).toEqual([]);
  expect(findings.database?.message).toMatch(/^PostgreSQL \d+\.\d+.*, in a test/);
});

test("does not mistake an uploaded backup for the site's own", async () => {
  const otherDir = join(dataDir, 'other');
  const folder = openBackupsFolder(otherDir);
  const { path } = await folder.create(url, 'by-hand');
  const upload = await folder.createUploadFile(1);
  await rename(path, upload);
  await folder.addUpload(upload);
  expect((await findByName({ DATA_DIR: otherDir }))['last backup']).toMatchObject({
    state: 'warn',
    message: expect.stringMatching(/^none in /),
  });
});

test('reports inconsistent data, a broken file and a failed AFTER_BACKUP as bad', async () => {
  const folder = openBackupsFolder(dataDir);
  await sql(
    url,
    `insert into forum_threads (title, category, author_id, reply_count)
    select 'Openers', 'General', id, 7 from users limit 1`,
  );
  const { path } = await folder.create(url, 'by-hand');
  expect((await findByName())['last backup']).toMatchObject({
    state: 'bad',
    message: expect.stringContaining("a thread's reply count"),
  });
  await writeFile(path, 'nothing');
  expect((await findByName())['last backup']).toMatchObject({
    state: 'bad',
    message: `${path} is damaged`,
  });
  await rm(path);
  await sql(url, 'delete from forum_threads');
  const failedAt = new Date().toISOString();
  await folder.report.record('afterBackup', {
    at: failedAt,
    isGood: false,
    file: path,
    says: 'No route.',
  });
  const findings = await findByName({ AFTER_BACKUP: 'scp --password hidden-word' });
  expect(findings['after backup']).toMatchObject({
    state: 'bad',
    message: expect.stringContaining('No route.'),
  });
  expect(findings.configuration?.message).not.toContain('hidden-word');
});

test('hides secrets', async () => {
  const { configuration } = await findByName({
    METRICS_TOKEN: 'a-token-of-metrics-1',
    SMTP_URL: 'smtp://user:hidden-word@127.0.0.1:1',
    PUBLIC_URL: 'https://calledit.example',
  });
  expect(configuration?.message).toContain('METRICS_TOKEN=(set)');
  expect(configuration?.message).not.toMatch(/a-token|hidden-word/);
  const maskedUrl = maskSecrets('DATABASE_URL', 'postgres://h/d?password=hidden-word');
  expect(maskedUrl).toBe('postgres://h/d');
});

test('explains what to do about a wrong clock, a broken invariant and an old backup', async () => {
  await sql(url, `update users set games_played = 7`);
  const findings = await findByName({}, () => Date.now() + 40 * 60 * 60 * 1000);
  expect(findings.clock).toMatchObject({ state: 'bad', advice: expect.stringContaining('NTP') });
  expect(findings['last backup']).toMatchObject({ state: 'warn' });
  expect(findings.invariants).toMatchObject({
    state: 'bad',
    advice: expect.stringContaining('npm run invariants'),
  });
  await sql(url, `update users set games_played = 0`);
});

test('reports a newer schema as bad and skips the invariants', async () => {
  const future = Date.UTC(2100, 0, 1);
  await sql(
    url,
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('', ${future})`,
  );
  const findings = await findByName();
  expect(findings.migrations).toMatchObject({ state: 'bad' });
  expect(findings.invariants).toBeUndefined();
  await sql(url, `delete from drizzle.__drizzle_migrations where created_at = ${future}`);
});

test('checks email and Redis when they are configured', async () => {
  const port = await findFreePort();
  const smtp = { SMTP_URL: `smtp://127.0.0.1:${port}`, PUBLIC_URL: 'https://a.example' };
  const redis = { DATABASE_URL: url, REDIS_URL: `redis://127.0.0.1:${port}` };
  const findings = await findByName({ ...smtp, ...redis });
  expect([findings.mail?.state, findings.Redis?.state]).toEqual(['bad', 'bad']);
  const server = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1');
  expect((await findByName(smtp)).mail).toMatchObject({ state: 'ok' });
  server.close();
});

test('reports a missing database as bad and checks the rest', async () => {
  const variables = { DATA_DIR: dataDir };
  const nowhere = `postgres://postgres@127.0.0.1:${await findFreePort()}/nothing`;
  for (const access of [{ url: nowhere, connection: '' }, { failure: 'there is none yet' }]) {
    const findings = await runChecks(readEnvironment(variables), variables, access);
    const failedChecks = findings.filter(({ state }) => state === 'bad').map(({ name }) => name);
    expect(failedChecks).toEqual(['database']);
    expect(findings.map(({ name }) => name)).toContain('disk');
  }
});
