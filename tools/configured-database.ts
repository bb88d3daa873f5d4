import { existsSync } from 'node:fs';
import { findRunningCluster, openCluster } from '#server/db/embedded/cluster.ts';
import { type Environment, readEnvironment } from '#server/environment.ts';

/**
 * Does something with the URL of the configured database, prints the sentence that may come back, and
 * sets the exit code. The embedded one is started for it where no server runs on it.
 */
export async function withConfiguredDatabase(
  work: (url: string, environment: Environment) => Promise<string | undefined>,
): Promise<void> {
  try {
    if (existsSync('.env')) process.loadEnvFile('.env');
    const environment = readEnvironment(process.env);
    const { databaseUrl, dataDir } = environment;
    const running = databaseUrl ?? (await findRunningCluster(dataDir));
    const started = running ? undefined : await openCluster({ dataDir, log: () => undefined });
    try {
      const sentence = await work(running ?? started?.url ?? '', environment);
      if (sentence !== undefined) console.log(sentence);
    } finally {
      await started?.close();
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
