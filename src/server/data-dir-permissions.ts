import { existsSync } from 'node:fs';
import { chmod, lstat, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Our entries in the data directory. The permissions of others stay unchanged. */
const OWN_ENTRIES =
  /^(?:server\.sock|first-administrator\.txt|postgresql(?:-\d+)?|backups|imports|demo\.backup)$/;

/** PostgreSQL manages the contents and refuses to start if others have access to the directory. */
const CLUSTER_DIRS = ['data', 'data.new'];

export async function createDataDir(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
}

/**
 * Removes the permissions of group and others from our files, which earlier versions or a copy may have left. Call it
 * once the directory is claimed.
 */
export async function restrictDataDir(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (OWN_ENTRIES.test(name)) await restrict(join(folder, name));
}

/**
 * Does both for a server with an external database, whose directory may not exist or may not support permissions.
 * Returns a warning if others keep access.
 */
export async function secureDataDir(folder: string): Promise<string | undefined> {
  if (!existsSync(folder)) return undefined;
  try {
    await createDataDir(folder);
    await restrictDataDir(folder);
    return undefined;
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? error.code : error;
    return `Could not restrict access to DATA_DIR (${why}). Make sure that only this server's user can enter ${folder}.`;
  }
}

async function restrict(path: string): Promise<void> {
  // chmod on a link would change its target, which may be anywhere.
  const found = await lstat(path).catch(() => undefined);
  if (!found || found.isSymbolicLink()) return;
  await chmod(path, found.isDirectory() ? 0o700 : 0o600);
  if (!found.isDirectory()) return;
  for (const name of await readdir(path)) {
    if (CLUSTER_DIRS.includes(name)) await chmod(join(path, name), 0o700);
    else await restrict(join(path, name));
  }
}
