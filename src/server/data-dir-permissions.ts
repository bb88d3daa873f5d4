import { existsSync } from 'node:fs';
import { chmod, lstat, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const SERVER_ENTRIES =
  /^(?:server[^.]*\.sock|first-administrator\.txt|postgresql(?:-\d+)?|backups|imports|demo\.backup|version)$/;

/** PostgreSQL manages their contents, but refuses to start if others can access them. */
const CLUSTER_DIRS = ['data', 'data.new'];

export async function createDataDir(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
}

/** Restricts files that were left accessible. Call this after claiming the directory. */
export async function restrictDataDir(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (SERVER_ENTRIES.test(name)) await restrict(join(folder, name));
}

/** Returns a warning if the file system lacks permissions. */
export async function secureExternalDataDir(folder: string): Promise<string | undefined> {
  if (!existsSync(folder)) return undefined;
  try {
    await createDataDir(folder);
    await restrictDataDir(folder);
    return undefined;
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error;
    return `Failed to restrict access to DATA_DIR (${reason}). Make sure that only this server's user can access ${folder}.`;
  }
}

async function restrict(path: string): Promise<void> {
  // chmod would follow a link out of the directory.
  const stats = await lstat(path).catch(() => undefined);
  if (!stats || stats.isSymbolicLink()) return;
  await chmod(path, stats.isDirectory() ? 0o700 : 0o600);
  if (!stats.isDirectory()) return;
  for (const name of await readdir(path)) {
    if (CLUSTER_DIRS.includes(name)) await chmod(join(path, name), 0o700);
    else await restrict(join(path, name));
  }
}
