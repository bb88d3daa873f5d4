import { type ChildProcess, spawn } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { TIMEOUT_MS } from './full-size.ts';
import { endChild, findFreePort } from './processes.ts';

export interface RedisServer {
  url: string;
  /** Sends SIGKILL. Its data is lost. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Connections stay open, but the server doesn't respond. */
  freeze(): void;
  thaw(): void;
}

export async function startRedis(): Promise<RedisServer> {
  const port = await findFreePort();
  let server: ChildProcess | undefined;
  const redis: RedisServer = {
    url: `redis://127.0.0.1:${port}`,
    kill: () => endChild(server, 'SIGKILL'),
    async start() {
      const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
      server = spawn('redis-server', args, { stdio: 'ignore' });
      await waitForPort(port);
    },
    freeze: () => server?.kill('SIGSTOP'),
    thaw: () => server?.kill('SIGCONT'),
  };
  await redis.start();
  return redis;
}

export async function waitForPort(port: number): Promise<void> {
  for (const deadline = Date.now() + TIMEOUT_MS; Date.now() < deadline; await sleep(20))
    if (await acceptsConnections(port)) return;
  throw new Error(`Nothing is listening on port ${port}.`);
}

function acceptsConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
