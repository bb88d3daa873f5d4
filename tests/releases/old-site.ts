import pg from 'pg';
import { readHeader } from '#server/backups/backup-file.ts';
import { loadTables } from '#server/backups/load-tables.ts';
import { openCluster } from '#server/db/embedded/cluster.ts';
import { applyMigrations, readMigrations } from '#server/db/migrate.ts';

/** Restores a backup into a database with the schema of the backup's version. */
export async function createOldSite(dataDir: string, backup: string): Promise<void> {
  const header = await readHeader(backup);
  const cluster = await openCluster({ dataDir, log: () => undefined });
  const client = new pg.Client({ connectionString: cluster.url });
  try {
    await client.connect();
    const migrations = readMigrations().filter(({ when }) => when <= header.schema.when);
    await applyMigrations(client, migrations);
    await client.query('begin');
    const file = { path: backup, header, onProgress: () => undefined };
    await loadTables(client, file, migrations.at(-1)?.tables ?? []);
    await client.query('commit');
  } finally {
    await client.end();
    await cluster.close();
  }
}
