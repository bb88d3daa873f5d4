import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { restoreBackup } from '#server/backups/restore-backup.ts';
import { writeBackup } from '#server/backups/write-backup.ts';
import { openCluster } from '#server/db/embedded/cluster.ts';
import { type Database, openEvening } from '../crowd/evening.ts';
import { findPostgres } from '../support/installed-programs.ts';
import { startPostgres } from '../support/postgres.ts';
import { endWithInvariants, type Outcome, SkippedFault } from './outcome.ts';

const PROMISED_MS = 5 * 60_000;

/**
 * A backup of a show that so many have predicted is restored into an empty place of the same kind: all
 * rows are there, within five minutes.
 */
export async function restore(database: Database, predictions: number): Promise<Outcome> {
  if (database === 'url' && !findPostgres()) throw new SkippedFault('PostgreSQL is not installed');
  const folder = mkdtempSync(join(tmpdir(), 'called-it-restore-'));
  const evening = await openEvening(database, predictions);
  const path = join(folder, 'site.backup');
  try {
    await evening.begin();
    const saving = performance.now();
    const saved = await writeBackup(await evening.databaseUrl(), path);
    const restoring = performance.now();
    const place = await emptyPlace(database, folder);
    try {
      const { brokenInvariants } = await restoreBackup(place.url, path);
      const took = performance.now() - restoring;
      const again = await writeBackup(place.url, join(folder, 'again.backup'));
      const rows = saved.tables.reduce((sum, table) => sum + table.rows, 0);
      const megabytes = Math.round(statSync(path).size / 1024 / 1024);
      return await endWithInvariants(place.url, {
        summary: `${predictions} predictions, ${rows} rows, ${megabytes} MB: saved in ${seconds(restoring - saving)}, restored and checked in ${seconds(took)}`,
        broken: {
          'invariants that the restore found broken': brokenInvariants.length,
          'tables that differ': saved.tables.filter(
            (table) =>
              JSON.stringify(table) !==
              JSON.stringify(again.tables.find(({ name }) => name === table.name)),
          ).length,
          'ms over five minutes': Math.max(0, Math.round(took - PROMISED_MS)),
        },
      });
    } finally {
      await place.close();
    }
  } finally {
    await evening.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function emptyPlace(database: Database, folder: string) {
  if (database === 'embedded')
    return openCluster({ dataDir: join(folder, 'data'), log: () => undefined });
  const { url, stop } = await startPostgres({ fsync: true });
  return { url, close: stop };
}

function seconds(milliseconds: number): string {
  return `${Math.round(milliseconds / 1000)} s`;
}
