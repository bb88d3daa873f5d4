import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const ADMIN = { email: 'stagehand@example.com', password: 'lights down at eight' };

/** Names the data folder as the first start leaves it, to be copied. */
export const DATA_TEMPLATE = 'CALLED_IT_DATA_TEMPLATE';

/** The built product, running as a person would run it. */
export interface Product {
  url: string;
  /** Ends it with SIGTERM, as an operator would, and waits. */
  stop(): Promise<void>;
  /** Starts it again on the same port and data. */
  start(): Promise<void>;
  /** Ends it and throws its data away. */
  close(): Promise<void>;
}

/** Starts the product on a free port and a copy of the first start's data: the default band, one administrator. */
export async function startProduct(): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'called-it-e2e-'));
  await cp(process.env[DATA_TEMPLATE] ?? '', folder, { recursive: true });
  const port = await freePort();
  let running = await runProduct(folder, port);
  const product: Product = {
    url: `http://127.0.0.1:${port}`,
    stop: () => endProduct(running),
    start: async () => {
      running = await runProduct(folder, port);
    },
    close: async () => {
      await endProduct(running);
      await rm(folder, { recursive: true, force: true });
    },
  };
  return product;
}

/** Starts `dist/server/main.js` and resolves when it answers; rejects with what it said if it ends. */
export async function runProduct(dataDir: string, port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const deadline = Date.now() + 240_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The product ended at its start:\n${said}`);
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) return child;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await endProduct(child);
  throw new Error(`The product did not answer in time:\n${said}`);
}

export async function endProduct(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await ended;
  clearTimeout(timer);
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}
