import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { findBrokenInvariants } from '../backups/broken-invariants.ts';
import { openBackups } from '../backups/open-backups.ts';
import {
  assertFreeSpace,
  MIN_FREE_BYTES,
  readDatabaseBytes,
  readFreeBytes,
} from '../db/disk-space.ts';
import { endOrphanedCluster, findRunningCluster, openCluster } from '../db/embedded/cluster.ts';
import { MAX_WAL_MEGABYTES } from '../db/embedded/prepare-cluster.ts';
import { readLastMigration } from '../db/migrate.ts';
import type { Environment } from '../environment.ts';
import { runTrial } from './run-trial.ts';
import { UpdateError } from './update-error.ts';

const TRIAL_FOLDER = 'update-trial';

type FreeBytes = (folder: string) => Promise<number>;

/** Covers the copy's log, PostgreSQL's own files, and free space for the site's database. */
const TRIAL_OVERHEAD_BYTES = MAX_WAL_MEGABYTES * 1024 * 1024 + 2 * MIN_FREE_BYTES;

interface Attempt {
  program: string;
  version: string;
  onStep(message: string): void;
  timeoutMs?: number | undefined;
  freeBytes?: FreeBytes | undefined;
}

/** Only reads the database. Throws an `UpdateError`. */
export async function tryUpdate(
  environment: Environment,
  { program, version, onStep, timeoutMs, freeBytes = readFreeBytes }: Attempt,
): Promise<void> {
  const dataDir = join(resolve(environment.dataDir), TRIAL_FOLDER);
  // An interrupted update may have left it.
  await removeTrial(dataDir);
  const saved = await saveDatabase(environment, freeBytes);
  if (!saved) return;
  onStep(`Backup saved at ${saved.backup}`);
  onStep(`Trying version ${version} on a copy of the data…`);
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const { brokenInvariants, ...trial } = await runTrial(program, {
      backup: saved.backup,
      dataDir,
      timeoutMs,
    });
    if (trial.version !== version) throw new UpdateError(`It is version ${trial.version}.`);
    const newlyBroken = brokenInvariants.filter((name) => !saved.brokenInvariants.includes(name));
    if (newlyBroken.length > 0)
      throw new UpdateError(`It violates these invariants: ${newlyBroken.join('; ')}.`);
  } finally {
    await removeTrial(dataDir).catch((error: unknown) =>
      onStep(`${dataDir} could not be removed (${String(error)}). The next update tries again.`),
    );
  }
}

async function removeTrial(dataDir: string): Promise<void> {
  await endOrphanedCluster(dataDir);
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
}

/** Returns undefined if there is no database yet. A server may be running. */
async function saveDatabase(
  environment: Environment,
  freeBytes: FreeBytes,
): Promise<{ backup: string; brokenInvariants: string[] } | undefined> {
  const { databaseUrl, dataDir } = environment;
  const runningUrl = databaseUrl ?? (await findRunningCluster(dataDir));
  if (!runningUrl && !existsSync(join(dataDir, 'postgresql', 'data'))) return undefined;
  const cluster = runningUrl ? undefined : await openCluster({ dataDir, log: () => undefined });
  const url = runningUrl ?? cluster?.url ?? '';
  try {
    const databaseBytes = await measureDatabase(url);
    if (databaseBytes === undefined) return undefined;
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    assertFreeSpace('the trial', {
      neededBytes: 2 * databaseBytes + TRIAL_OVERHEAD_BYTES,
      freeBytes: await freeBytes(dataDir),
    });
    const { backups, settle } = openBackups(environment);
    const { path } = await backups.create(url, 'before-update');
    await settle();
    return { backup: path, brokenInvariants: await findBrokenInvariants(url) };
  } finally {
    await cluster?.close();
  }
}

async function measureDatabase(url: string): Promise<number | undefined> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect().catch((error: Error & { code?: string }) => {
      throw new Error(`The database does not respond (${error.message || error.code}).`);
    });
    const isEmpty = (await readLastMigration(client)) === undefined;
    return isEmpty ? undefined : await readDatabaseBytes(client);
  } finally {
    await client.end();
  }
}
