import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { formatCommand } from '#server/command-name.ts';
import { withConfiguredDatabase } from './configured-database.ts';

const USAGE = `Usage: ${formatCommand('psql', '[ARGUMENTS OF PSQL]')}

Opens psql on the configured database. Starts the embedded one if no server runs on it.`;

// psql parses its own options, so only --help is handled here.
const args = process.argv.slice(2);

if (args.some((arg) => arg === '--help' || arg === '-h')) console.log(USAGE);
else
  await withConfiguredDatabase(async (url) => {
    process.exitCode = await runPsql(url);
    return undefined;
  });

async function runPsql(url: string): Promise<number> {
  const child = spawn('psql', [url, ...args], { stdio: 'inherit' });
  // In psql, Ctrl+C cancels the query instead of ending the session.
  process.on('SIGINT', () => undefined);
  return Promise.race([
    once(child, 'exit').then(([code]) => Number(code ?? 1)),
    once(child, 'error').then(() => {
      throw new Error('psql is not installed. On Debian, run: apt-get install postgresql-client');
    }),
  ]);
}
