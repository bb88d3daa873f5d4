import { resolve } from 'node:path';
import { findBrokenInvariants } from '../backups/broken-invariants.ts';
import { restoreBackup } from '../backups/restore-backup.ts';
import { openCluster } from '../db/embedded/cluster.ts';
import type { Environment } from '../environment.ts';
import { readVersion } from '../project-files.ts';
import { serve } from '../serve.ts';
import { END_SIGNALS, type TrialResult } from './run-trial.ts';

const PATHS = ['/healthz', '/readyz', '/', '/predict', '/api/band'];

/** Restores a backup into the empty `dataDir`, and checks that this version runs on it. */
export async function tryStart(environment: Environment, backup: string): Promise<TrialResult> {
  const dataDir = resolve(environment.dataDir);
  const resources: { close(): PromiseLike<unknown> }[] = [];
  const closeAll = async () => {
    for (const resource of resources.splice(0)) await resource.close();
  };
  // Ctrl+C reaches this process twice: from the terminal, and from `update`.
  let isEnding = false;
  const end = () => {
    if (!isEnding) void closeAll().finally(() => process.exit(1));
    isEnding = true;
  };
  for (const signal of END_SIGNALS) process.on(signal, end);
  try {
    const opening = openCluster({ dataDir, log: () => undefined });
    resources.unshift({ close: async () => (await opening.catch(() => undefined))?.close() });
    const cluster = await opening;
    await restoreBackup(cluster.url, backup);
    const { origin } = await serve(isolate(environment, dataDir), cluster.url, resources, {
      isTrial: true,
    });
    for (const path of PATHS) {
      const { status } = await fetch(new URL(path, origin));
      if (status !== 200) throw new Error(`The server responds to ${path} with ${status}.`);
    }
    return {
      version: readVersion(),
      brokenInvariants: await findBrokenInvariants(cluster.url),
    };
  } finally {
    await closeAll();
  }
}

/** Returns settings for a server that only this machine can reach and that reaches no other. */
function isolate(environment: Environment, dataDir: string): Environment {
  return {
    ...environment,
    dataDir,
    host: '127.0.0.1',
    port: 0,
    logLevel: 'error',
    databaseUrl: undefined,
    redisUrl: undefined,
    smtp: undefined,
    smtpUrl: undefined,
    admin: undefined,
    afterBackup: undefined,
    demoResetHours: undefined,
    metricsPort: undefined,
    metricsToken: undefined,
  };
}
