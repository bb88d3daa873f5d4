import { spawnSync } from 'node:child_process';
import { chownSync, readdirSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';

export interface RunAs {
  prefix: readonly string[];
  user?: { uid: number; gid: number };
}

/**
 * PostgreSQL refuses to run as root, but accepts a user namespace that maps root to another ID. Its
 * files then still belong to root. If namespaces are forbidden, PostgreSQL runs as the owner of
 * `folder`. If root owns it, the folder is given to `nobody`.
 */
export function findRunAs(folder: string, program: string, isRoot = runsAsRoot()): RunAs {
  if (!isRoot) {
    assertNamedUser();
    return { prefix: [] };
  }
  if (canRun([...NAMESPACE, program])) return { prefix: NAMESPACE };
  const user = findUnprivilegedOwner(folder);
  chownRecursively(folder, user);
  if (canRun([program], user) && canEnter(folder, user)) return { prefix: [], user };
  throw new Error(
    `PostgreSQL cannot run as root, and user ${user.uid} cannot access ${folder} or the PostgreSQL programs. Start the server as an ordinary user, or set DATABASE_URL.`,
  );
}

/** PostgreSQL looks up its user's name, and a container may run as an ID without one. */
function assertNamedUser(): void {
  try {
    userInfo();
  } catch {
    throw new Error(
      `PostgreSQL cannot run as user ${process.getuid?.()}, which has no entry in /etc/passwd. Run as a user that has one, such as the default user of the image, or set DATABASE_URL.`,
    );
  }
}

const NAMESPACE = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--'];

const NOBODY_ID = 65_534;

function runsAsRoot(): boolean {
  return process.getuid?.() === 0;
}

function canRun([program = '', ...args]: string[], user?: RunAs['user']): boolean {
  return spawnSync(program, [...args, '--version'], { stdio: 'ignore', ...user }).status === 0;
}

function canEnter(folder: string, user: RunAs['user']): boolean {
  return spawnSync('ls', [folder], { stdio: 'ignore', ...user }).status === 0;
}

function findUnprivilegedOwner(folder: string): { uid: number; gid: number } {
  const { uid, gid } = statSync(folder);
  return uid === 0 ? { uid: NOBODY_ID, gid: NOBODY_ID } : { uid, gid };
}

/** An earlier start as root may have left files that belong to root. */
function chownRecursively(folder: string, { uid, gid }: { uid: number; gid: number }): void {
  chownSync(folder, uid, gid);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    chownSync(join(folder, name), uid, gid);
}
