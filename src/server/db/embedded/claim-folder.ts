import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { link, rename, rm, stat } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { reachablePath } from './reachable-path.ts';

const SOCKET_NAME = 'server.sock';

const TIMEOUT_MS = 2_000;

/**
 * Claims a data folder by listening on a socket in it. Unlike a process id, this also works between
 * containers on one volume. Returns a function that releases the folder. Rejects with the owner's
 * name.
 */
export async function claimFolder(folder: string): Promise<() => Promise<void>> {
  return process.platform === 'win32' ? claimPipe(folder) : claimSocket(folder);
}

async function claimSocket(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, SOCKET_NAME);
  const ownPath = `${path}.${randomUUID().slice(0, 8)}`;
  const server = await listen(reachablePath(ownPath));
  const { ino } = await stat(ownPath);
  try {
    for (let attempt = 0; attempt < 5; attempt++) {
      if (await linkExclusively(ownPath, path)) {
        await rm(ownPath);
        return async () => {
          // If the socket was removed, another process may own the folder by now.
          const currentSocket = await stat(path).catch(() => undefined);
          if (currentSocket?.ino === ino) await rm(path, { force: true });
          await close(server);
        };
      }
      const owner = await queryOwner(path);
      if (owner) throw createInUseError(folder, owner);
      await removeDeadSocket(path);
    }
    throw new Error(
      `Failed to claim the data folder ${folder}: another process is starting with it.`,
    );
  } catch (error) {
    await rm(ownPath, { force: true });
    await close(server);
    throw error;
  }
}

/** Windows rejects a second named pipe with the same name, and a pipe ends with its process. */
async function claimPipe(folder: string): Promise<() => Promise<void>> {
  const name = createHash('sha256').update(folder.toLowerCase()).digest('hex').slice(0, 32);
  const path = `\\\\.\\pipe\\called-it-${name}`;
  try {
    const server = await listen(path);
    return () => close(server);
  } catch {
    throw createInUseError(folder, (await queryOwner(path)) ?? 'another process');
  }
}

function createInUseError(folder: string, owner: string): Error {
  return new Error(
    `The data folder ${folder} is in use by ${owner}. Stop that process, or set DATA_DIR to another folder. To run several servers on one database, set DATABASE_URL and REDIS_URL for each.`,
  );
}

async function listen(path: string): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end(describeProcess());
  });
  server.listen(path);
  await once(server, 'listening');
  return server.unref();
}

function describeProcess(): string {
  const host = process.env.HOSTNAME ? ` on ${process.env.HOSTNAME}` : '';
  return `process ${process.pid}${host}`;
}

async function close(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}

function queryOwner(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let name = '';
    const socket = connect(process.platform === 'win32' ? path : reachablePath(path));
    // The owner accepted the connection, so it is alive but busy.
    const timer = setTimeout(() => finish(name || 'another process'), TIMEOUT_MS);
    socket.setEncoding('utf8').on('data', (text: string) => {
      name += text;
    });
    socket.on('end', () => finish(name || 'another process'));
    socket.on('error', (error) => finish(isDead(error) ? undefined : 'another process'));
    function finish(owner: string | undefined) {
      clearTimeout(timer);
      socket.destroy();
      resolve(owner);
    }
  });
}

/** Does not include EACCES: another user's socket denies access although its owner is alive. */
function isDead(error: NodeJS.ErrnoException): boolean {
  return ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'ENOTSOCK'].includes(error.code ?? '');
}

async function linkExclusively(source: string, target: string): Promise<boolean> {
  try {
    await link(source, target);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** If another process replaced the dead socket in the meantime, moves the new socket back. */
async function removeDeadSocket(path: string): Promise<void> {
  const movedPath = `${path}.${randomUUID().slice(0, 8)}`;
  try {
    await rename(path, movedPath);
    if (await queryOwner(movedPath)) await link(movedPath, path).catch(() => undefined);
  } catch {
    // Another process moved it first. The next attempt handles it.
  } finally {
    await rm(movedPath, { force: true });
  }
}
