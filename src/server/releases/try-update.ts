import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { findBrokenInvariants } from '../backups/broken-invariants.ts';
import { openBackups } from '../backups/open-backups.ts';
import { findRunningCluster, openCluster } from '../db/embedded/cluster.ts';
import { readLastMigration } from '../db/migrate.ts';
import type { Environment } from '../environment.ts';
import { runTrial } from './run-trial.ts';
import { UpdateError } from './update-error.ts';

const TRIAL_FOLDER = 'update-trial';

interface Attempt {
  program: string;
  version: string;
  onStep(message: string): void;
  timeoutMs?: number | undefined;
}

/**
 * Backs up the database, and tries a program on a copy restored from that backup. Only reads the
 * database, so a failure leaves it as it was. Throws an `UpdateError` with the reason.
 */
export async function tryUpdate(
  environment: Environment,
  { program, version, onStep, timeoutMs }: Attempt,
): Promise<void> {
  const saved = await saveDatabase(environment);
  if (!saved) return;
  onStep(`Backup saved at ${saved.backup}`);
  onStep(`Trying version ${version} on a copy of the data…`);
  const dataDir = join(resolve(environment.dataDir), TRIAL_FOLDER);
  // An interrupted update may have left it.
  await rm(dataDir, { recursive: true, force: true });
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
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Returns undefined if there is no database yet. A server may be running. */
async function saveDatabase(
  environment: Environment,
): Promise<{ backup: string; brokenInvariants: string[] } | undefined> {
  const { databaseUrl, dataDir } = environment;
  const runningUrl = databaseUrl ?? (await findRunningCluster(dataDir));
  if (!runningUrl && !existsSync(join(dataDir, 'postgresql', 'data'))) return undefined;
  const cluster = runningUrl ? undefined : await openCluster({ dataDir, log: () => undefined });
  const url = runningUrl ?? cluster?.url ?? '';
  try {
    if (!(await hasTables(url))) return undefined;
    const { backups, settle } = openBackups(environment);
    const { path } = await backups.create(url, 'before-update');
    await settle();
    return { backup: path, brokenInvariants: await findBrokenInvariants(url) };
  } finally {
    await cluster?.close();
  }
}

async function hasTables(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await readLastMigration(client)) !== undefined;
  } finally {
    await client.end();
  }
}
