import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WEEK } from '#contract/durations.ts';
import { users } from '#server/db/schema/accounts.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { callerOf, openTestApp, type TestApp } from '../../../../tests/support/test-app.ts';
import { grantAdmin } from './administrators.ts';
import { createFirstAdmin } from './first-admin.ts';
import { offerFirstAdmin } from './first-admin-link.ts';

const PATH = '/api/auth/first-administrator';
const owner = { email: 'owner@example.com', username: 'admin', password: 'my own choice' };

let test: TestApp;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'called-it-first-'));
  test = await openTestApp({ importing: { dataDir: folder } });
  await test.database.db.update(users).set({ isAdmin: false });
});
afterEach(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

const offer = (more = {}) =>
  offerFirstAdmin(test.database.db, {
    folder,
    site: 'https://called-it.example',
    now: test.clock.now,
    isOnTerminal: true,
    ...more,
  });
const linkIn = (output: string | undefined) => /https:\S+/.exec(output ?? '')?.[0] ?? '';
const tokenOf = (output: string | undefined) => linkIn(output).split('#')[1] ?? '';
const file = () => join(folder, 'first-administrator.txt');
const claim = (token: string, more = {}) => {
  const caller = callerOf(test.app, owner);
  return caller.post(PATH, { ...owner, token, ...more }).then((response) => ({ response, caller }));
};

describe('the link to become the first administrator', () => {
  it('is printed, stored in a file only its owner can read, and reused at the next start', async () => {
    const output = await offer();
    expect(linkIn(output)).toMatch(/^https:\/\/called-it\.example\/first-administrator#[\w-]{43}$/);
    expect(output).toContain(file());
    expect((await readFile(file(), 'utf8')).trim()).toBe(linkIn(output));
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect(await offer()).toBe(output);
    const otherSite = await offer({ site: 'http://localhost:4000' });
    expect(otherSite).toContain(`http://localhost:4000/first-administrator#${tokenOf(output)}`);
  });

  it('creates the chosen account once, signs it in and records it', async () => {
    const token = tokenOf(await offer());
    const { response, caller } = await claim(token);
    expect([response.statusCode, response.json()]).toMatchObject([
      201,
      { username: 'admin', isAdmin: true, email: owner.email },
    ]);
    expect((await caller.get('/api/admin/users')).statusCode).toBe(200);
    const records = await test.database.db.select().from(auditLog);
    expect(records.at(-1)).toMatchObject({ action: 'user.promote', subjectId: response.json().id });
    const again = await claim(token, { email: 'late@example.com', username: 'Late' });
    expect([again.response.statusCode, again.response.json().message]).toEqual([
      404,
      expect.stringMatching(/^This link has been used or has expired/),
    ]);
    expect(await offer()).toBeUndefined();
  });

  it('is removed from its file when it is used, and not before', async () => {
    const token = tokenOf(await offer());
    await writeFile(join(folder, 'bystander.txt'), 'stays');
    await claim(token, { password: '1234567' });
    await claim('x'.repeat(43));
    expect((await readFile(file(), 'utf8')).trim()).toContain(token);
    await claim(token);
    await expect(stat(file())).rejects.toThrow('ENOENT');
    expect(await readFile(join(folder, 'bystander.txt'), 'utf8')).toBe('stays');
  });

  it('stays out of logs: without a terminal only the file is named', async () => {
    const output = await offer({ isOnTerminal: false });
    const token = (await readFile(file(), 'utf8')).trim().split('#')[1] ?? '';
    expect(output).toContain(file());
    expect(output).not.toContain(token);
    expect((await claim(token)).response.statusCode).toBe(201);
  });

  it('stays out of logs even if the file can’t be written, and the output names alternatives', async () => {
    await writeFile(file(), 'no folder');
    const output = await offer({ folder: join(file(), 'no-folder'), isOnTerminal: false });
    expect(output).toMatch(/could not be written.* set ADMIN_EMAIL and ADMIN_PASSWORD/);
    expect(output).not.toMatch(/#[\w-]{43}/);
  });

  it('makes one administrator when two use it at once', async () => {
    const token = tokenOf(await offer());
    const results = await Promise.all([
      claim(token),
      claim(token, { email: 'two@example.com', username: 'Two' }),
    ]);
    expect(results.map(({ response }) => response.statusCode).sort()).toEqual([201, 404]);
    expect(await test.database.db.$count(users, eq(users.isAdmin, true))).toBe(1);
  });

  it('expires after a week, and the next start makes another', async () => {
    const token = tokenOf(await offer());
    test.clock.now += WEEK;
    expect((await claim(token)).response.statusCode).toBe(404);
    const next = tokenOf(await offer());
    expect(next).not.toBe(token);
    expect((await claim(next)).response.statusCode).toBe(201);
  });

  it.each([
    [
      'ADMIN_EMAIL',
      () => createFirstAdmin(test.database.db, { email: 'x@example.com', password: 'a secret' }),
    ],
    ['npm run admin', () => grantAdmin(test.database.db, { email: test.admin.email }, null)],
  ])('is withdrawn by %s', async (_by, makeAdmin) => {
    const token = tokenOf(await offer());
    await makeAdmin();
    expect((await claim(token)).response.statusCode).toBe(404);
    expect(await offer()).toBeUndefined();
  });

  it('survives a taken name, a short password and a forged token', async () => {
    const token = tokenOf(await offer());
    await test.signUp('Fan');
    expect((await claim(token, { username: 'Fan' })).response.statusCode).toBe(409);
    expect((await claim(token, { password: '1234567' })).response.statusCode).toBe(400);
    expect((await claim('x'.repeat(43))).response.statusCode).toBe(404);
    expect((await claim(token)).response.statusCode).toBe(201);
  });

  it('is replaced if the file is lost or altered, and printed if the file can’t be written', async () => {
    const first = tokenOf(await offer());
    await writeFile(file(), 'https://evil.example/#made-up');
    const second = tokenOf(await offer());
    expect(second).not.toBe(first);
    const nowhere = await offer({ folder: join(file(), 'no-folder') });
    expect(nowhere).toContain('this is the only place it appears');
    expect((await claim(tokenOf(nowhere))).response.statusCode).toBe(201);
  });
});
