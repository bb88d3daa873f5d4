import { existsSync } from 'node:fs';
import { backupsFolder } from '#server/backups/backups-folder.ts';
import { type Db, openDatabase } from '#server/db/open.ts';
import { type Environment, readEnvironment } from '#server/environment.ts';

/**
 * Does something to the configured database from the command line, prints the sentence that comes
 * back, and sets the exit code. The embedded database can only be had while no server runs on it.
 */
export async function runCommand(
  work: (db: Db, environment: Environment) => Promise<string>,
): Promise<void> {
  await withConfiguration(async (environment) => {
    const { dataDir } = environment;
    const saveFirst = (url: string) => backupsFolder(dataDir).make(url, 'before-update');
    const database = await openDatabase({ ...environment, log: () => undefined, saveFirst });
    try {
      console.log(await work(database.db, environment));
    } finally {
      await database.close();
    }
  });
}

/** Does something by the configuration; what it throws is printed and sets the exit code. */
export async function withConfiguration(
  work: (environment: Environment) => Promise<void>,
): Promise<void> {
  try {
    if (existsSync('.env')) process.loadEnvFile('.env');
    await work(readEnvironment(process.env));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
