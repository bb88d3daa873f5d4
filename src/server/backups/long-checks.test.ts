import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createGate } from '../../../tests/support/gate.ts';
import { BackupError } from './backup-file.ts';
import { createBackupUploads } from './backup-uploads.ts';
import { openBackupsFolder } from './backups-folder.ts';
import type { BackupContents } from './inspect-backup.ts';

const CONTENTS = { siteName: 'Moon Calls' } as BackupContents;

async function sendBackup(getOutcome: () => BackupContents) {
  const dataDir = await mkdtemp(join(tmpdir(), 'called-it-checks-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const gate = createGate();
  const inspect = vi.fn(async () => {
    await gate.opened;
    return getOutcome();
  });
  const uploads = createBackupUploads(openBackupsFolder(dataDir), { inspect, waitMs: 0 });
  const id = await uploads.begin({ fileName: 'tour.backup', bytes: 3 });
  await uploads.write(id, 0, Readable.from([Buffer.from('abc')]));
  const onAdded = vi.fn(async () => undefined);
  const finish = () => uploads.finish(id, onAdded);
  return { dataDir, gate, inspect, uploads, onAdded, finish };
}

test('responds before a long check of an upload ends, and returns its result to a later request', async () => {
  const { gate, inspect, uploads, onAdded, finish } = await sendBackup(() => CONTENTS);
  expect(await finish()).toBeUndefined();
  expect(await finish()).toBeUndefined();
  await expect(uploads.begin({ fileName: 'other', bytes: 1 })).rejects.toThrow(
    'Another upload is being checked.',
  );
  expect(onAdded).not.toHaveBeenCalled();
  gate.open();
  await expect.poll(finish).toMatchObject({ contents: CONTENTS });
  expect(inspect).toHaveBeenCalledTimes(1);
  expect(onAdded).toHaveBeenCalledTimes(1);
  await expect(finish()).rejects.toThrow('This upload has ended');
});

test('reports to a later request why a long check failed', async () => {
  const { dataDir, gate, onAdded, finish } = await sendBackup(() => {
    throw new BackupError('The backup is damaged.');
  });
  expect(await finish()).toBeUndefined();
  gate.open();
  await expect
    .poll(() => finish().catch((error: Error) => error.message))
    .toBe('The backup is damaged.');
  expect(onAdded).not.toHaveBeenCalled();
  expect(await readdir(join(dataDir, 'backups'))).toEqual([]);
});

test('adds no backup after the server was stopped', async () => {
  const { dataDir, gate, uploads, onAdded, finish } = await sendBackup(() => CONTENTS);
  expect(await finish()).toBeUndefined();
  await uploads.close();
  gate.open();
  await expect
    .poll(() => finish().catch((error: Error) => error.message))
    .toMatch(/^The server was stopped/);
  expect(onAdded).not.toHaveBeenCalled();
  expect(await readdir(join(dataDir, 'backups'))).toEqual([]);
});
