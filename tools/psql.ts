import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { commandName } from '#server/command-name.ts';
import { withConfiguredDatabase } from './configured-database.ts';

const USAGE = `Usage: ${commandName('psql', '[ARGUMENTS OF PSQL]')}

Opens psql on the configured database. The embedded one is started for it where no server runs on it.`;

// The rest is for psql to read, which knows more options than we do.
const args = process.argv.slice(2);

if (args.some((arg) => arg === '--help' || arg === '-h')) console.log(USAGE);
else
  await withConfiguredDatabase(async (url) => {
    process.exitCode = await runPsql(url);
    return undefined;
  });

async function runPsql(url: string): Promise<number> {
  const child = spawn('psql', [url, ...args], { stdio: 'inherit' });
  // Ctrl+C ends a query there, not the session.
  process.on('SIGINT', () => undefined);
  return Promise.race([
    once(child, 'exit').then(([code]) => Number(code ?? 1)),
    once(child, 'error').then(() => {
      throw new Error(
        'There is no psql on this machine. On Debian: apt-get install postgresql-client',
      );
    }),
  ]);
}
