import { grantAdmin, revokeAdmin } from '#server/accounts/administrators/administrators.ts';
import { formatCommand } from '#server/command-name.ts';
import { readArguments } from './read-arguments.ts';
import { runCommand } from './run-command.ts';

const USAGE = `Usage: ${formatCommand('admin', 'grant|revoke EMAIL')}

Makes an account an administrator, or removes the role. A server may be running.`;

const args = readArguments(USAGE, { min: 2 });
const [verb, email = ''] = args?.positionals ?? [];

if (verb === 'grant')
  await runCommand(async (db) =>
    (await grantAdmin(db, { email }, null))
      ? `${email} is an administrator now.`
      : `${email} is already an administrator.`,
  );
else if (verb === 'revoke')
  await runCommand(async (db) =>
    (await revokeAdmin(db, { email }, null))
      ? `${email} is no longer an administrator.`
      : `${email} was not an administrator.`,
  );
else if (args) {
  console.error(`Unknown command '${verb}'.\n${USAGE}`);
  process.exitCode = 2;
}
