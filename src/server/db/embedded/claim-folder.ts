import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { link, rename, rm, stat } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { reachablePath } from './reachable-path.ts';

const NAME = 'server.sock';

const PATIENCE_MS = 2_000;

/**
 * Claims a data folder by listening on a socket in it. Unlike a process id, this also works between
 * containers on one volume. Rejects with the owner's name; returns a function that releases it.
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
          // Another process may own the folder now, if the socket was removed.
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

/** Windows refuses a second named pipe with the same name, and a pipe ends with its process. */
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

/** Not EACCES: another user's socket refuses access although its owner is alive. */
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

/** If another process has replaced the dead socket meanwhile, moves that one back. */
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
