import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readHeader } from '#server/backups/backup-file.ts';
import { describeProblem } from '#server/backups/describe-problem.ts';
import { openBackups } from '#server/backups/open-backups.ts';
import { writeBackup } from '#server/backups/write-backup.ts';
import { formatCommand } from '#server/command-name.ts';
import type { Environment } from '#server/environment.ts';
import { withConfiguredDatabase } from './configured-database.ts';
import { readArguments } from './read-arguments.ts';

const USAGE = `Usage: ${formatCommand('backup', '[FILE OR FOLDER]')}

Backs up the configured database. Without an argument, the file goes into the data folder, and AFTER_BACKUP runs. A
server may be running.`;

const args = readArguments(USAGE, { max: 1 });
const [target] = args?.positionals ?? [];

if (args)
  await withConfiguredDatabase(async (url, environment) => {
    const path = target
      ? await writeToPath(url, resolve(target))
      : await writeToDataFolder(url, environment);
    const { tables } = await readHeader(path);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const megabytes = (statSync(path).size / 1024 / 1024).toFixed(1);
    return `${path}: ${rows} rows in ${megabytes} MB. ${formatCommand('restore', path)} restores it into an empty database.`;
  });

async function writeToDataFolder(url: string, environment: Environment): Promise<string> {
  const { backups, settle } = openBackups(environment);
  const file = await backups.create(url, 'by-hand');
  const problem = describeProblem(file);
  if (problem) console.error(problem);
  const outcome = await settle();
  if (outcome && !outcome.isGood) {
    console.error(`AFTER_BACKUP failed. ${outcome.says}`);
    process.exitCode = 1;
  }
  return file.path;
}

async function writeToPath(url: string, path: string): Promise<string> {
  const isFolder = existsSync(path) && statSync(path).isDirectory();
  const day = new Date().toISOString().slice(0, 19).replaceAll(':', '');
  const file = isFolder ? join(path, `called-it-${day}.backup`) : path;
  if (existsSync(file)) throw new Error(`The file ${file} already exists.`);
  await writeBackup(url, file);
  return file;
}
