import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readHead } from '#server/backups/backup-file.ts';
import { backupsFolder } from '#server/backups/backups-folder.ts';
import { writeBackup } from '#server/backups/write-backup.ts';
import { withConfiguredDatabase } from './configured-database.ts';

// npm run backup [-- FILE OR FOLDER]: of the configured database, into its data folder where nothing
// is named. A server may run on it meanwhile.

const [target] = process.argv.slice(2);

await withConfiguredDatabase(async (url, { dataDir }) => {
  const path = target ? await writeTo(url, resolve(target)) : await writeHere(url, dataDir);
  const { tables } = await readHead(path);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const megabytes = (statSync(path).size / 1024 / 1024).toFixed(1);
  return `${path}: ${rows} rows in ${megabytes} MB. npm run restore -- ${path} puts them into an empty place.`;
});

async function writeHere(url: string, dataDir: string): Promise<string> {
  return (await backupsFolder(dataDir).make(url, 'by-hand')).path;
}

async function writeTo(url: string, path: string): Promise<string> {
  const isFolder = existsSync(path) && statSync(path).isDirectory();
  const day = new Date().toISOString().slice(0, 19).replaceAll(':', '');
  const file = isFolder ? join(path, `called-it-${day}.backup`) : path;
  if (existsSync(file)) throw new Error(`There is a file ${file} already.`);
  await writeBackup(url, file);
  return file;
}
