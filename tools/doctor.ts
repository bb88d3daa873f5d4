import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { formatCommand, START_COMMAND } from '#server/command-name.ts';
import { findRunningCluster, openCluster } from '#server/db/embedded/cluster.ts';
import { type DatabaseAccess, runChecks } from '#server/doctor/run-checks.ts';
import { type Environment, readEnvironment } from '#server/environment.ts';
import { loadEnvFile } from './load-env-file.ts';
import { readArguments } from './read-arguments.ts';

const USAGE = `Usage: ${formatCommand('doctor')}

Prints a line for each part that the product depends on, and what to do about problems. Changes nothing. Exits
with 1 if there is a problem. A server may be running.`;

if (readArguments(USAGE)) await printChecks();

async function printChecks(): Promise<void> {
  try {
    loadEnvFile();
    const environment = readEnvironment(process.env);
    const { access, close } = await findDatabase(environment);
    try {
      const findings = await runChecks(environment, process.env, access);
      for (const { name, state, message, advice } of findings) {
        console.log(`${state.padEnd(4)}  ${name.padEnd(13)}  ${message}`);
        if (advice) console.log(`${' '.repeat(21)}→ ${advice}`);
      }
      if (findings.some(({ state }) => state === 'bad')) process.exitCode = 1;
    } finally {
      await close();
    }
  } catch (error) {
    console.log(`bad   configuration  ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}

/** Doesn't create a database. Starts the embedded one unless a server already runs on it. */
async function findDatabase({ databaseUrl, dataDir }: Environment) {
  const toResult = (access: DatabaseAccess, close = async () => {}) => ({ access, close });
  if (databaseUrl) return toResult({ url: databaseUrl, connection: 'by DATABASE_URL' });
  const runningUrl = await findRunningCluster(dataDir);
  if (runningUrl)
    return toResult({ url: runningUrl, connection: `embedded in ${dataDir}, and running` });
  if (!existsSync(join(dataDir, 'postgresql')))
    return toResult({ failure: `${dataDir} has no database yet. ${START_COMMAND} creates one` });
  try {
    const cluster = await openCluster({ dataDir, log: () => undefined });
    return toResult({ url: cluster.url, connection: `embedded in ${dataDir}` }, cluster.close);
  } catch (error) {
    return toResult({ failure: error instanceof Error ? error.message : String(error) });
  }
}
