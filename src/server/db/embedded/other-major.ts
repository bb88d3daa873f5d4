import { existsSync, readFileSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { formatCommand } from '../../command-name.ts';
import { claimFolder } from './claim-folder.ts';
import { findPrograms } from './programs.ts';

function readClusterMajor(dataDir: string): number | undefined {
  const file = join(dataDir, 'postgresql', 'data', 'PG_VERSION');
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined;
}

/** PostgreSQL can't read the data of another major version. Throws a message with instructions. */
export async function assertSameMajor(dataDir: string, bundledMajor: number): Promise<void> {
  const clusterMajor = readClusterMajor(dataDir);
  if (clusterMajor === undefined || clusterMajor === bundledMajor) return;
  const problem = `The embedded database in ${dataDir} was created by PostgreSQL ${clusterMajor}. This version includes PostgreSQL ${bundledMajor}, which cannot read it. Nothing was changed.`;
  if (clusterMajor > bundledMajor) throw new Error(`${problem} Start the newer version again.`);
  const newestBackup = await findNewestBackup(dataDir);
  const advice = newestBackup
    ? `"${formatCommand('restore', newestBackup)}" restores its newest backup into a new database and keeps the old one.`
    : 'It has no backup yet.';
  throw new Error(
    `${problem} ${advice} To keep all data, start the previous version again, run "${formatCommand('backup')}" there, and then "${formatCommand('restore', 'FILE')}" here.`,
  );
}

/** Returns undefined if there is no older cluster. Rejects while a server uses the folder. */
export async function moveOlderMajorAside(
  folder: string,
): Promise<{ oldClusterPath: string; restore(): Promise<void> } | undefined> {
  const dataDir = resolve(folder);
  const clusterMajor = readClusterMajor(dataDir);
  if (clusterMajor === undefined || clusterMajor >= findPrograms().major) return undefined;
  const release = await claimFolder(dataDir);
  const clusterFolder = join(dataDir, 'postgresql');
  const oldClusterPath = join(dataDir, `postgresql-${clusterMajor}`);
  try {
    if (existsSync(oldClusterPath))
      throw new Error(`The folder ${oldClusterPath} already exists. Move it elsewhere first.`);
    await rename(clusterFolder, oldClusterPath);
  } finally {
    await release();
  }
  return {
    oldClusterPath,
    async restore() {
      await rm(clusterFolder, { recursive: true, force: true });
      await rename(oldClusterPath, clusterFolder);
    },
  };
}

async function findNewestBackup(dataDir: string): Promise<string | undefined> {
  const folder = join(dataDir, 'backups');
  const names = await readdir(folder).catch(() => []);
  const newestName = names
    .filter((name) => name.endsWith('.backup'))
    .sort()
    .at(-1);
  return newestName && join(folder, newestName);
}
