import { findRunningCluster, openCluster } from '#server/db/embedded/cluster.ts';
import { moveOlderMajorAside } from '#server/db/embedded/other-major.ts';
import { type Environment, readEnvironment } from '#server/environment.ts';
import { loadEnvFile } from './load-env-file.ts';

/**
 * Starts the embedded database unless a server already runs on it. With `replacesOlder`, a cluster
 * that this version can't read is replaced, unless `work` fails.
 */
export async function withConfiguredDatabase(
  work: (url: string, environment: Environment) => Promise<string | undefined>,
  { replacesOlder = false } = {},
): Promise<void> {
  try {
    loadEnvFile();
    const environment = readEnvironment(process.env);
    const { databaseUrl, dataDir } = environment;
    const runningUrl = databaseUrl ?? (await findRunningCluster(dataDir));
    const oldCluster =
      runningUrl || !replacesOlder ? undefined : await moveOlderMajorAside(dataDir);
    try {
      const cluster = runningUrl ? undefined : await openCluster({ dataDir, log: () => undefined });
      try {
        const message = await work(runningUrl ?? cluster?.url ?? '', environment);
        if (message !== undefined) console.log(message);
      } finally {
        await cluster?.close();
      }
    } catch (error) {
      await oldCluster?.restore();
      throw error;
    }
    if (oldCluster) console.log(`The old database is kept in ${oldCluster.oldClusterPath}.`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
