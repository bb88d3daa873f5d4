import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { link, rename, rm, stat } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { reachablePath } from './reachable-path.ts';

/** The owner of the folder listens here. */
const NAME = 'server.sock';

const PATIENCE_MS = 2_000;

/**
 * Claims an embedded data folder for this process by listening on a socket in it. An owner that answers
 * is alive, whatever its process id says. This also works between containers on one volume, and a socket
 * left by a crash blocks no one. Rejects with a message that names the owner. Returns a function that
 * releases the folder.
 */
export async function claimFolder(folder: string): Promise<() => Promise<void>> {
  return process.platform === 'win32' ? claimPipe(folder) : claimSocket(folder);
}

async function claimSocket(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, NAME);
  const mine = `${path}.${randomUUID().slice(0, 8)}`;
  const server = await listen(reachablePath(mine));
  const { ino } = await stat(mine);
  try {
    for (let attempt = 0; attempt < 5; attempt++) {
      if (await linkExclusively(mine, path)) {
        await rm(mine);
        return async () => {
          // If the socket was removed, another process may own the folder now.
          const current = await stat(path).catch(() => undefined);
          if (current?.ino === ino) await rm(path, { force: true });
          await close(server);
        };
      }
      const owner = await askOwner(path);
      if (owner) throw inUse(folder, owner);
      await removeDead(path);
    }
    throw new Error(
      `The data folder ${folder} could not be claimed, because another process is starting with it.`,
    );
  } catch (error) {
    await rm(mine, { force: true });
    await close(server);
    throw error;
  }
}

/** A named pipe ends with its process, and Windows refuses a second one with the same name. */
async function claimPipe(folder: string): Promise<() => Promise<void>> {
  const name = createHash('sha256').update(folder.toLowerCase()).digest('hex').slice(0, 32);
  const path = `\\\\.\\pipe\\called-it-${name}`;
  try {
    const server = await listen(path);
    return () => close(server);
  } catch {
    throw inUse(folder, (await askOwner(path)) ?? 'another process');
  }
}

function inUse(folder: string, owner: string): Error {
  return new Error(
    `The data folder ${folder} is in use by ${owner}. End that process first, or set DATA_DIR to another folder. For two servers on one database set DATABASE_URL and REDIS_URL for both.`,
  );
}

async function listen(path: string): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end(ownName());
  });
  server.listen(path);
  await once(server, 'listening');
  // Doesn't keep the process alive.
  return server.unref();
}

function ownName(): string {
  const host = process.env.HOSTNAME ? ` on ${process.env.HOSTNAME}` : '';
  return `process ${process.pid}${host}`;
}

async function close(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}

/** The owner's name; undefined if no process answers on the socket. */
function askOwner(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let name = '';
    const socket = connect(process.platform === 'win32' ? path : reachablePath(path));
    // It accepted the connection, so it is alive but busy.
    const timer = setTimeout(() => finish(name || 'another process'), PATIENCE_MS);
    socket.setEncoding('utf8').on('data', (text: string) => {
      name += text;
    });
    socket.on('end', () => finish(name || 'another process'));
    socket.on('error', (error) => finish(isDead(error) ? undefined : 'another process'));
    function finish(answer: string | undefined) {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    }
  });
}

/** Only an error that proves there is no owner counts. Another user's socket only refuses access. */
function isDead(error: NodeJS.ErrnoException): boolean {
  return ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'ENOTSOCK'].includes(error.code ?? '');
}

async function linkExclusively(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Moves the dead socket away. If another process replaced it meanwhile, moves that one back. */
async function removeDead(path: string): Promise<void> {
  const aside = `${path}.${randomUUID().slice(0, 8)}`;
  try {
    await rename(path, aside);
    if (await askOwner(aside)) await link(aside, path).catch(() => undefined);
  } catch {
    // Another process moved it first. The next attempt handles it.
  } finally {
    await rm(aside, { force: true });
  }
}
