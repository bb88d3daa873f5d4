import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '../../../tests/support/test-database.ts';
import { type Database, urlOf } from '../db/open.ts';
import { createAfterBackup } from './after-backup.ts';
import { backupsFolder } from './backups-folder.ts';
import { openReport } from './report.ts';

let database: Database;
let url: string;
let dataDir: string;
beforeAll(async () => {
  database = await openTestDatabase();
  url = urlOf(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'called-it-after-backup-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

test('runs the command with each file in turn and records the outcome', async () => {
  const report = openReport(dataDir);
  const copies = join(dataDir, 'copies');
  const command = `echo "$ADMIN_PASSWORD"; cp "$BACKUP_FILE" ${copies}/ && echo copied`;
  process.env.ADMIN_PASSWORD = 'hidden word';
  const afterBackup = createAfterBackup(command, report);
  const folder = backupsFolder(dataDir, { afterBackup });
  const { path } = await folder.make(url, 'by-hand');
  expect(await afterBackup.settle()).toMatchObject({
    isGood: false,
    file: path,
    says: expect.stringMatching(/^It ended with 1\. cp: /),
  });
  await mkdir(copies);
  await folder.make(url, 'by-hand');
  expect(await afterBackup.settle()).toMatchObject({ isGood: true, says: 'copied' });
  expect(await readdir(copies)).toHaveLength(1);
  delete process.env.ADMIN_PASSWORD;
  await afterBackup.close();
});

test('terminates a running command on shutdown', async () => {
  const command = `touch ${dataDir}/started; sleep 600`;
  const afterBackup = createAfterBackup(command, openReport(dataDir));
  const running = afterBackup.run('a file');
  await expect.poll(() => readdir(dataDir)).toEqual(['started']);
  await afterBackup.close();
  expect(await running).toMatchObject({ isGood: false, says: 'It ended with SIGTERM.' });
});
