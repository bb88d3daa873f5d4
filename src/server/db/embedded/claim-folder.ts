import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { shortenPath } from './shorten-path.ts';

/** Earlier versions listened on `server.sock`. */
const SOCKET_NAME = /^server(?:-[\da-f]{8})?\.sock$/;
/** Prefix of the answer of a process that does not own the folder yet. */
const CLAIMING = 'claiming: ';

const TIMEOUT_MS = 2_000;
const POLL_MS = 20;

/**
 * Listens on a socket in the folder. Unlike a process ID, this also works between containers.
 * Returns a function that releases the folder. Rejects with the owner's name.
 */
export async function claimFolder(folder: string): Promise<() => Promise<void>> {
  return process.platform === 'win32' ? claimPipe(folder) : claimSocket(folder);
}

/**
 * The socket's name is unique and never reused, so anyone can delete it once its process is dead.
 * Each process listens before it looks for others, so one of two always sees the other.
 */
async function claimSocket(folder: string): Promise<() => Promise<void>> {
  const name = `server-${randomUUID().slice(0, 8)}.sock`;
  const path = join(folder, name);
  let isOwner = false;
  const server = await listen(shortenPath(path), () =>
    isOwner ? describeProcess() : `${CLAIMING}${describeProcess()}`,
  );
  const release = async () => {
    await rm(path, { force: true });
    await close(server);
  };
  try {
    await waitUntilAlone(folder, name);
  } catch (error) {
    await release();
    throw error;
  }
  isOwner = true;
  return release;
}

/** The claiming process with the first name waits for the others to give up. */
async function waitUntilAlone(folder: string, name: string): Promise<void> {
  for (;;) {
    const others = await findOthers(folder, name);
    if (others.length === 0) return;
    const winner = others.find((other) => !other.answer.startsWith(CLAIMING) || other.name < name);
    if (winner) throw createInUseError(folder, winner.answer.replace(CLAIMING, ''));
    await sleep(POLL_MS);
  }
}

/** Deletes dead sockets. */
async function findOthers(folder: string, ownName: string) {
  const names = (await readdir(folder)).filter((name) => SOCKET_NAME.test(name));
  // Without its socket, this process would be invisible to others.
  if (!names.includes(ownName)) throw createInUseError(folder, 'another process');
  const others = await Promise.all(
    names.map(async (name) => {
      if (name === ownName) return [];
      const path = join(folder, name);
      const answer = await query(path);
      if (answer !== undefined) return [{ name, answer }];
      await rm(path, { force: true });
      return [];
    }),
  );
  return others.flat();
}

/** Windows rejects a second named pipe with the same name, and a pipe ends with its process. */
async function claimPipe(folder: string): Promise<() => Promise<void>> {
  const name = createHash('sha256').update(folder.toLowerCase()).digest('hex').slice(0, 32);
  const path = `\\\\.\\pipe\\called-it-${name}`;
  try {
    const server = await listen(path, describeProcess);
    return () => close(server);
  } catch {
    throw createInUseError(folder, (await query(path)) ?? 'another process');
  }
}

function createInUseError(folder: string, owner: string): Error {
  return new Error(
    `The data folder ${folder} is in use by ${owner}. Stop that process, or set DATA_DIR to another folder. To run several servers on one database, set DATABASE_URL and REDIS_URL for each.`,
  );
}

async function listen(path: string, answer: () => string): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end(answer());
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

/** Returns the answer of the process that listens on `path`, or undefined if it is dead. */
function query(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(process.platform === 'win32' ? path : shortenPath(path));
    // The owner accepted the connection, so it is alive but busy.
    const timer = setTimeout(() => finish(answer || 'another process'), TIMEOUT_MS);
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
    });
    socket.on('end', () => finish(answer || 'another process'));
    socket.on('error', (error) => finish(isDead(error) ? undefined : 'another process'));
    function finish(result: string | undefined) {
      clearTimeout(timer);
      socket.destroy();
      resolve(result);
    }
  });
}

/** Does not include EACCES: another user's socket denies access although its owner is alive. */
function isDead(error: NodeJS.ErrnoException): boolean {
  return ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'ENOTSOCK'].includes(error.code ?? '');
}
