import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { findRunningCluster, openCluster } from '#server/db/embedded/cluster.ts';
import { readEnvironment } from '#server/environment.ts';

// npm run psql [-- ARGUMENTS OF PSQL]: a session on the configured database. The embedded one is
// started for it where no server runs on it.

try {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const { databaseUrl, dataDir } = readEnvironment(process.env);
  const running = databaseUrl ?? (await findRunningCluster(dataDir));
  const started = running ? undefined : await openCluster({ dataDir, log: () => undefined });
  try {
    process.exitCode = await runPsql(running ?? started?.url ?? '');
  } finally {
    await started?.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

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
