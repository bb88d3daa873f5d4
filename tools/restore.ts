import { NO_ADMINISTRATOR, restoreBackup } from '#server/backups/restore-backup.ts';
import { formatCommand } from '#server/command-name.ts';
import { withConfiguredDatabase } from './configured-database.ts';
import { readArguments } from './read-arguments.ts';

const USAGE = `Usage: ${formatCommand('restore', 'FILE')}

Restores a backup into the configured database, which must be empty.`;

const [path] = readArguments(USAGE, { min: 1 })?.positionals ?? [];

if (path)
  await withConfiguredDatabase(
    async (url) => {
      const { header, brokenInvariants, hasAdministrator } = await restoreBackup(url, path);
      const rows = header.tables.reduce((sum, table) => sum + table.rows, 0);
      return [
        `Restored ${rows} rows, as they were on ${header.takenAt}. Everyone has to sign in again.`,
        brokenInvariants.length === 0
          ? 'All invariants hold.'
          : `The backup violates these invariants: ${brokenInvariants.join('; ')}. ${formatCommand('invariants')} shows the rows.`,
        ...(hasAdministrator ? [] : [NO_ADMINISTRATOR]),
      ].join(' ');
    },
    { replacesOlder: true },
  );
