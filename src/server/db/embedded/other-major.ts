import { existsSync, readFileSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { commandName } from '../../command-name.ts';
import { claimFolder } from './claim-folder.ts';
import { findPrograms } from './programs.ts';

function majorIn(dataDir: string): number | undefined {
  const file = join(dataDir, 'postgresql', 'data', 'PG_VERSION');
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined;
}

/** PostgreSQL can't read the data of another major version. Throws a message with instructions. */
export async function refuseOtherMajor(dataDir: string, ours: number): Promise<void> {
  const theirs = majorIn(dataDir);
  if (theirs === undefined || theirs === ours) return;
  const facts = `The embedded database in ${dataDir} was created by PostgreSQL ${theirs}. This version includes PostgreSQL ${ours}, which cannot read it. Nothing was changed.`;
  if (theirs > ours) throw new Error(`${facts} Start the newer version again.`);
  const newest = await newestBackup(dataDir);
  const way = newest
    ? `"${commandName('restore', newest)}" puts its newest backup into a new database and keeps the old one beside it.`
    : 'It has no backup yet.';
  throw new Error(
    `${facts} ${way} To keep everything up to now, start the previous version again, run "${commandName('backup')}" there, and then "${commandName('restore', 'FILE')}" here.`,
  );
}

/** Returns undefined if there is no older cluster. Rejects while a server uses the folder. */
export async function setOlderMajorAside(
  folder: string,
): Promise<{ keptIn: string; putBack(): Promise<void> } | undefined> {
  const dataDir = resolve(folder);
  const theirs = majorIn(dataDir);
  if (theirs === undefined || theirs >= findPrograms().major) return undefined;
  const release = await claimFolder(dataDir);
  const place = join(dataDir, 'postgresql');
  const keptIn = join(dataDir, `postgresql-${theirs}`);
  try {
    if (existsSync(keptIn))
      throw new Error(`There is a folder ${keptIn} already: move it away first.`);
    await rename(place, keptIn);
  } finally {
    await release();
  }
  return {
    keptIn,
    async putBack() {
      await rm(place, { recursive: true, force: true });
      await rename(keptIn, place);
    },
  };
}

/** Backup names start with their time. */
async function newestBackup(dataDir: string): Promise<string | undefined> {
  const folder = join(dataDir, 'backups');
  const names = await readdir(folder).catch(() => []);
  const newest = names
    .filter((name) => name.endsWith('.backup'))
    .sort()
    .at(-1);
  return newest && join(folder, newest);
}
