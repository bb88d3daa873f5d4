import { restoreBackup } from '#server/backups/restore-backup.ts';
import { withConfiguredDatabase } from './configured-database.ts';

// npm run restore -- FILE: into the configured database, which must be empty.

const [path] = process.argv.slice(2);

if (path)
  await withConfiguredDatabase(
    async (url) => {
      const { head, brokenInvariants } = await restoreBackup(url, path);
      const rows = head.tables.reduce((sum, table) => sum + table.rows, 0);
      const restored = `Restored ${rows} rows, as they were on ${head.takenAt}. Everybody signs in anew.`;
      if (brokenInvariants.length === 0) return `${restored} All invariants hold.`;
      return `${restored} What was saved does not keep all that must hold: ${brokenInvariants.join('; ')}. npm run invariants shows the rows.`;
    },
    { replacesOlder: true },
  );
else {
  console.error('Usage: npm run restore -- FILE');
  process.exitCode = 2;
}
