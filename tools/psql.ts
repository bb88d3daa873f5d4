import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { withConfiguredDatabase } from './configured-database.ts';

// npm run psql [-- ARGUMENTS OF PSQL]: a session on the configured database. The embedded one is
// started for it where no server runs on it.

await withConfiguredDatabase(async (url) => {
  process.exitCode = await runPsql(url);
  return undefined;
});

async function runPsql(url: string): Promise<number> {
  const child = spawn('psql', [url, ...process.argv.slice(2)], { stdio: 'inherit' });
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
