import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '../../../tests/support/test-database.ts';
import { connectionUrl, type Database } from '../db/open.ts';
import { createBackupHook } from './backup-hook.ts';
import { openBackupsFolder } from './backups-folder.ts';
import { openReport } from './report.ts';

let database: Database;
let url: string;
let dataDir: string;
beforeAll(async () => {
  database = await openTestDatabase();
  url = connectionUrl(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'called-it-after-backup-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

test('runs the command with each file in turn and records the outcome', async () => {
  const report = openReport(dataDir);
  const copiesFolder = join(dataDir, 'copies');
  const command = `echo "$ADMIN_PASSWORD"; cp "$BACKUP_FILE" ${copiesFolder}/ && echo copied`;
  process.env.ADMIN_PASSWORD = 'hidden word';
  const backupHook = createBackupHook(command, report);
  const folder = openBackupsFolder(dataDir, { backupHook });
  const { path } = await folder.create(url, 'by-hand');
  expect(await backupHook.settle()).toMatchObject({
    isGood: false,
    file: path,
    says: expect.stringMatching(/^It exited with 1\. cp: /),
  });
  await mkdir(copiesFolder);
  await folder.create(url, 'by-hand');
  expect(await backupHook.settle()).toMatchObject({ isGood: true, says: 'copied' });
  expect(await readdir(copiesFolder)).toHaveLength(1);
  delete process.env.ADMIN_PASSWORD;
  await backupHook.close();
});

test('terminates a running command on shutdown', async () => {
  const command = `touch ${dataDir}/started; sleep 600`;
  const backupHook = createBackupHook(command, openReport(dataDir));
  const pendingRun = backupHook.run('a file');
  await expect.poll(() => readdir(dataDir)).toEqual(['started']);
  await backupHook.close();
  expect(await pendingRun).toMatchObject({ isGood: false, says: 'It exited with SIGTERM.' });
});
