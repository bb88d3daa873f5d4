import { grantAdmin, revokeAdmin } from '#server/accounts/administrators.ts';
import { commandOf } from './command-of.ts';
import { runCommand } from './run-command.ts';

// npm run admin -- grant|revoke EMAIL

const [verb, email] = process.argv.slice(2);

if (verb === 'grant' && email)
  await runCommand(async (db) =>
    (await grantAdmin(db, { email }, null))
      ? `${email} is an administrator now.`
      : `${email} was an administrator already.`,
  );
else if (verb === 'revoke' && email)
  await runCommand(async (db) =>
    (await revokeAdmin(db, { email }, null))
      ? `${email} is no longer an administrator.`
      : `${email} was no administrator.`,
  );
else {
  console.error(`Usage: ${commandOf('admin')} grant|revoke EMAIL`);
  process.exitCode = 2;
}
