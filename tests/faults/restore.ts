import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { restoreBackup } from '#server/backups/restore-backup.ts';
import { writeBackup } from '#server/backups/write-backup.ts';
import { openCluster } from '#server/db/embedded/cluster.ts';
import { type Database, startSeededProduct } from '../crowd/seeded-product.ts';
import { findPostgres } from '../support/installed-programs.ts';
import { startPostgres } from '../support/postgres.ts';
import { endWithInvariants, type Outcome, SkippedFault } from './outcome.ts';

const TARGET_MS = 5 * 60_000;

/** All rows must be restored into an empty database of the same kind within five minutes. */
export async function runRestore(database: Database, predictions: number): Promise<Outcome> {
  if (database === 'url' && !findPostgres()) throw new SkippedFault('PostgreSQL is not installed');
  const folder = mkdtempSync(join(tmpdir(), 'called-it-restore-'));
  const product = await startSeededProduct(database, predictions);
  const path = join(folder, 'site.backup');
  try {
    await product.startShow();
    const backupStartedAt = performance.now();
    const backup = await writeBackup(await product.databaseUrl(), path);
    const restoreStartedAt = performance.now();
    const target = await openEmptyDatabase(database, folder);
    try {
      const { brokenInvariants } = await restoreBackup(target.url, path);
      const durationMs = performance.now() - restoreStartedAt;
      const secondBackup = await writeBackup(target.url, join(folder, 'again.backup'));
      const rows = backup.tables.reduce((sum, table) => sum + table.rows, 0);
      const megabytes = Math.round(statSync(path).size / 1024 / 1024);
      return await endWithInvariants(target.url, {
        summary: `${predictions} predictions, ${rows} rows, ${megabytes} MB: saved in ${formatSeconds(restoreStartedAt - backupStartedAt)}, restored and checked in ${formatSeconds(durationMs)}`,
        broken: {
          'broken invariants reported by the restore': brokenInvariants.length,
          'tables that differ': backup.tables.filter(
            (table) =>
              JSON.stringify(table) !==
              JSON.stringify(secondBackup.tables.find(({ name }) => name === table.name)),
          ).length,
          'ms over five minutes': Math.max(0, Math.round(durationMs - TARGET_MS)),
        },
      });
    } finally {
      await target.close();
    }
  } finally {
    await product.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function openEmptyDatabase(database: Database, folder: string) {
  if (database === 'embedded')
    return openCluster({ dataDir: join(folder, 'data'), log: () => undefined });
  const { url, stop } = await startPostgres({ fsync: true });
  return { url, close: stop };
}

function formatSeconds(milliseconds: number): string {
  return `${Math.round(milliseconds / 1000)} s`;
}
