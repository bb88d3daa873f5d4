import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WEEK } from '#contract/durations.ts';
import { users } from '#server/db/schema/accounts.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { createCaller, openTestApp, type TestApp } from '../../../../tests/support/test-app.ts';
import { grantAdmin } from './administrators.ts';
import { createFirstAdmin } from './first-admin.ts';
import { offerFirstAdmin } from './first-admin-link.ts';

const PATH = '/api/auth/first-administrator';
const owner = { email: 'owner@example.com', username: 'admin', password: 'my own choice' };

let app: TestApp;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'called-it-first-'));
  app = await openTestApp({ importConfig: { dataDir: folder } });
  await app.database.db.update(users).set({ isAdmin: false });
});
afterEach(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const offer = (overrides = {}) =>
  offerFirstAdmin(app.database.db, {
    folder,
    site: 'https://called-it.example',
    now: app.clock.now,
    isOnTerminal: true,
    ...overrides,
  });
const findLink = (output: string | undefined) => /https:\S+/.exec(output ?? '')?.[0] ?? '';
const findToken = (output: string | undefined) => findLink(output).split('#')[1] ?? '';
const linkFile = () => join(folder, 'first-administrator.txt');
const claim = (token: string, overrides = {}) => {
  const caller = createCaller(app.fastify, owner);
  return caller
    .post(PATH, { ...owner, token, ...overrides })
    .then((response) => ({ response, caller }));
};

describe('the link to become the first administrator', () => {
  it('is printed, stored in a file only its owner can read, and reused at the next start', async () => {
    const output = await offer();
    expect(findLink(output)).toMatch(
      /^https:\/\/called-it\.example\/first-administrator#[\w-]{43}$/,
    );
    expect(output).toContain(linkFile());
    expect((await readFile(linkFile(), 'utf8')).trim()).toBe(findLink(output));
    expect((await stat(linkFile())).mode & 0o777).toBe(0o600);
    expect(await offer()).toBe(output);
    const otherSite = await offer({ site: 'http://localhost:4000' });
    expect(otherSite).toContain(`http://localhost:4000/first-administrator#${findToken(output)}`);
  });

  it('creates the chosen account once, signs it in and records it', async () => {
    const token = findToken(await offer());
    const { response, caller } = await claim(token);
    expect([response.statusCode, response.json()]).toMatchObject([
      201,
      { username: 'admin', isAdmin: true, email: owner.email },
    ]);
    expect((await caller.get('/api/admin/users')).statusCode).toBe(200);
    const records = await app.database.db.select().from(auditLog);
    expect(records.at(-1)).toMatchObject({ action: 'user.promote', subjectId: response.json().id });
    const secondClaim = await claim(token, { email: 'late@example.com', username: 'Late' });
    expect([secondClaim.response.statusCode, secondClaim.response.json().message]).toEqual([
      404,
      expect.stringMatching(/^This link has expired or was already used/),
    ]);
    expect(await offer()).toBeUndefined();
  });

  it('stays in its file until it is used', async () => {
    const token = findToken(await offer());
    await writeFile(join(folder, 'bystander.txt'), 'stays');
    await claim(token, { password: '1234567' });
    await claim('x'.repeat(43));
    expect((await readFile(linkFile(), 'utf8')).trim()).toContain(token);
    await claim(token);
    await expect(stat(linkFile())).rejects.toThrow('ENOENT');
    expect(await readFile(join(folder, 'bystander.txt'), 'utf8')).toBe('stays');
  });

  it('stays out of logs: without a terminal, the output names only the file', async () => {
    const output = await offer({ isOnTerminal: false });
    const token = (await readFile(linkFile(), 'utf8')).trim().split('#')[1] ?? '';
    expect(output).toContain(linkFile());
    expect(output).not.toContain(token);
    expect((await claim(token)).response.statusCode).toBe(201);
  });

  it('stays out of logs even if the file can’t be written, and the output names alternatives', async () => {
    await writeFile(linkFile(), 'no folder');
    const output = await offer({ folder: join(linkFile(), 'no-folder'), isOnTerminal: false });
    expect(output).toMatch(/failed to write the link.* set ADMIN_EMAIL and ADMIN_PASSWORD/);
    expect(output).not.toMatch(/#[\w-]{43}/);
  });

  it('creates one administrator when two visitors use it at the same time', async () => {
    const token = findToken(await offer());
    const results = await Promise.all([
      claim(token),
      claim(token, { email: 'two@example.com', username: 'Two' }),
    ]);
    expect(results.map(({ response }) => response.statusCode).sort()).toEqual([201, 404]);
    expect(await app.database.db.$count(users, eq(users.isAdmin, true))).toBe(1);
  });

  it('expires after a week, and the next start creates a new one', async () => {
    const token = findToken(await offer());
    app.clock.now += WEEK;
    expect((await claim(token)).response.statusCode).toBe(404);
    const newToken = findToken(await offer());
    expect(newToken).not.toBe(token);
    expect((await claim(newToken)).response.statusCode).toBe(201);
  });

  it.each([
    [
      'ADMIN_EMAIL',
      () => createFirstAdmin(app.database.db, { email: 'x@example.com', password: 'a secret' }),
    ],
    ['npm run admin', () => grantAdmin(app.database.db, { email: app.admin.email }, null)],
  ])('is revoked by %s', async (_by, makeAdmin) => {
    const token = findToken(await offer());
    await makeAdmin();
    expect((await claim(token)).response.statusCode).toBe(404);
    expect(await offer()).toBeUndefined();
  });

  it('stays valid after a sign-up with a taken name, a short password or a forged token', async () => {
    const token = findToken(await offer());
    await app.signUp('Fan');
    expect((await claim(token, { username: 'Fan' })).response.statusCode).toBe(409);
    expect((await claim(token, { password: '1234567' })).response.statusCode).toBe(400);
    expect((await claim('x'.repeat(43))).response.statusCode).toBe(404);
    expect((await claim(token)).response.statusCode).toBe(201);
  });

  it('is replaced if the file is lost or altered, and printed if the file can’t be written', async () => {
    const firstToken = findToken(await offer());
    await writeFile(linkFile(), 'https://evil.example/#made-up');
    const secondToken = findToken(await offer());
    expect(secondToken).not.toBe(firstToken);
    const outputWithoutFile = await offer({ folder: join(linkFile(), 'no-folder') });
    expect(outputWithoutFile).toContain('copy it now');
    expect((await claim(findToken(outputWithoutFile))).response.statusCode).toBe(201);
  });
});
