import { formatCommand } from '#server/command-name.ts';
import { checkInvariants } from '#server/invariants/check.ts';
import { readArguments } from './read-arguments.ts';
import { runCommand } from './run-command.ts';

const USAGE = `Usage: ${formatCommand('invariants')}

Checks the invariants of the stored data and prints the rows that break them. A server may be running.`;

if (readArguments(USAGE))
  await runCommand(async (db) => {
    const results = await checkInvariants(db);
    for (const { name, rows } of results) {
      console.log(`${rows.length === 0 ? 'holds ' : 'BROKEN'}  ${name}`);
      for (const row of rows) console.log(`        ${JSON.stringify(row)}`);
    }
    const failedResults = results.filter(({ rows }) => rows.length > 0);
    if (failedResults.length > 0)
      throw new Error(`${failedResults.length} of ${results.length} invariants are violated.`);
    return `All ${results.length} hold.`;
  });
