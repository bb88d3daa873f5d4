import { openBackupsFolder } from '#server/backups/backups-folder.ts';
import { findRunningCluster } from '#server/db/embedded/cluster.ts';
import { isMigrated } from '#server/db/migrate.ts';
import { type Database, type Db, openDatabase, openUrl } from '#server/db/open.ts';
import { type Environment, readEnvironment } from '#server/environment.ts';
import { loadEnvFile } from './load-env-file.ts';

/** A server may be running. */
export async function runCommand(
  work: (db: Db, environment: Environment) => Promise<string>,
): Promise<void> {
  await withConfiguration(async (environment) => {
    const database = await openConfiguredDatabase(environment);
    try {
      console.log(await work(database.db, environment));
    } finally {
      await database.close();
    }
  });
}

/** A running server must have this version's schema. */
async function openConfiguredDatabase(environment: Environment): Promise<Database> {
  const { dataDir, databaseUrl } = environment;
  const saveBackup = (url: string) => openBackupsFolder(dataDir).create(url, 'before-update');
  const runningUrl = databaseUrl ? undefined : await findRunningCluster(dataDir);
  if (!runningUrl) return openDatabase({ ...environment, log: () => undefined, saveBackup });
  if (await isMigrated(runningUrl)) return openUrl(runningUrl);
  throw new Error('A server of an earlier version runs on this database: stop it first.');
}

export async function withConfiguration(
  work: (environment: Environment) => Promise<void>,
): Promise<void> {
  try {
    loadEnvFile();
    await work(readEnvironment(process.env));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
