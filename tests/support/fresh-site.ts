import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { FirstRestore } from '#contract/first-administrator.ts';
import { offerFirstAdmin } from '#server/accounts/administrators/first-admin-link.ts';
import { openBackupsFolder } from '#server/backups/backups-folder.ts';
import { users } from '#server/db/schema/accounts.ts';
import { songs } from '#server/db/schema/songs.ts';
import { forgeBackup } from './forged-backup.ts';
import { sendParts } from './send-backup.ts';
import { openTestApp, type TestApp, type TestResponse } from './test-app.ts';
import { addShow, addSong, ok } from './tour.ts';

export const LINK = '/api/auth/first-administrator';
export const BAND = { productName: 'Moon Calls', bandName: 'Paper \\ "Moons"' };

/** Opens a site without an administrator before each test. */
export function createFreshSite() {
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

  const post = (path: string, body: object = {}): Promise<TestResponse> =>
    app.visitor.post(LINK + path, { token, ...body });
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

  async function upload(bytes: Buffer<ArrayBuffer>): Promise<TestResponse> {
    const id = await beginUpload(bytes.length);
    await sendParts(app.visitor, id, bytes);
    return post(`/uploads/${id}`);
  }

  async function addToFolder(bytes: Buffer<ArrayBuffer> = otherSite): Promise<string> {
    return ok(await upload(bytes)).json().name;
  }

  async function forge(change: Parameters<typeof forgeBackup>[1]): Promise<Buffer<ArrayBuffer>> {
    const path = join(scratch, 'forged.backup');
    await writeFile(path, otherSite);
    await forgeBackup(path, change);
    return Buffer.from(await readFile(path));
  }

  async function waitForRestore(): Promise<FirstRestore> {
    for (;;) {
      const { restore } = await openLink();
      if (restore.state !== 'running') return restore;
      await sleep(20);
    }
  }

  async function expectUntouched(): Promise<void> {
    expect(await listTitles()).toEqual(['Demo Song']);
    expect(await listNames()).toContain('Bystander');
    const { expiresAt } = await openLink();
    expect(Date.parse(expiresAt)).toBeGreaterThan(app.clock.now);
  }

  return {
    ...{ offerLink, post, openLink, listFiles, listTitles, listNames, beginUpload, upload },
    ...{ addToFolder, forge, waitForRestore, expectUntouched },
    get app() {
      return app;
    },
    get dataDir() {
      return dataDir;
    },
    get token() {
      return token;
    },
    get otherSite() {
      return otherSite;
    },
    get otherAdmin() {
      return otherAdmin;
    },
    setFreeBytes(bytes: number) {
      freeBytes = bytes;
    },
  };
}
