import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface RunningServer {
  url: string;
  pid: number;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

/** Starts a program on a free PORT, and resolves once `path` returns 200. */
export async function startServer(
  args: (port: number) => string[],
  path: string,
  env: Record<string, string> = {},
): Promise<RunningServer> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, args(port), {
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (let attempt = 0; attempt < 6_000; attempt += 1) {
    if (child.exitCode !== null)
      throw new Error(`The program exited during its start: ${args(port).join(' ')}`);
    const isReady = await fetch(url + path).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady)
      return {
        url,
        pid: child.pid ?? 0,
        stop: () => end(child, 'SIGTERM'),
        kill: () => end(child, 'SIGKILL'),
      };
    await sleep(10);
  }
  await end(child, 'SIGKILL');
  throw new Error(`The program did not become ready within a minute: ${args(port).join(' ')}`);
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}
