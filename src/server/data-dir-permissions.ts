import { existsSync } from 'node:fs';
import { chmod, lstat, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** What is ours in a data folder. Whoever keeps something else beside it finds that as it was. */
const OURS =
  /^(?:server\.sock|first-administrator\.txt|postgresql(?:-\d+)?|backups|imports|demo\.backup)$/;

/** PostgreSQL sees to what is inside, and does not start where others may enter it. */
const CLUSTERS_OWN = ['data', 'data.new'];

/** Makes the data folder where there is none. Nobody but its owner may enter it from now on. */
export async function createDataDir(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
}

/**
 * Takes from everybody but the owner what earlier versions, or a copy from elsewhere, may have let
 * them do with our files. Call it when the folder has been claimed.
 */
export async function restrictDataDir(folder: string): Promise<void> {
  for (const name of await readdir(folder)) if (OURS.test(name)) await narrow(join(folder, name));
}

/**
 * Both, for a server whose database is elsewhere: its folder may not be there, or lie on a disk where it can't
 * set rights. Returns a sentence where others may go on entering it.
 */
export async function secureDataDir(folder: string): Promise<string | undefined> {
  if (!existsSync(folder)) return undefined;
  try {
    await createDataDir(folder);
    await restrictDataDir(folder);
    return undefined;
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? error.code : error;
    return `DATA_DIR could not be closed to everybody else (${why}): see that only this server's user can enter ${folder}.`;
  }
}

async function narrow(path: string): Promise<void> {
  // A link's rights are those of what it leads to, which may be anywhere.
  const found = await lstat(path).catch(() => undefined);
  if (!found || found.isSymbolicLink()) return;
  await chmod(path, found.isDirectory() ? 0o700 : 0o600);
  if (!found.isDirectory()) return;
  for (const name of await readdir(path)) {
    if (CLUSTERS_OWN.includes(name)) await chmod(join(path, name), 0o700);
    else await narrow(join(path, name));
  }
}
