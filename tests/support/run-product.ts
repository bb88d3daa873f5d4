import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { endChild, hasEnded } from './processes.ts';
import { captureLog, logSince } from './product-logs.ts';

export const ADMIN = { email: 'stagehand@example.com', password: 'lights down at eight' };

/** Most starts take a few seconds, so poll faster at first. */
const POLL_MS = { first: 20, next: 100 };
const FIRST_MS = 5_000;
const TIMEOUT_MS = 240_000;

/** Resolves when the server is ready. Rejects with its output if it exits. */
export async function runProduct(
  port: number,
  settings: Record<string, string>,
): Promise<ChildProcess> {
  const startedAt = Date.now();
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      HOST: '127.0.0.1',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: 'info',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  captureLog(child, port);
  const closing = once(child, 'close');
  while (Date.now() < startedAt + TIMEOUT_MS) {
    if (hasEnded(child)) {
      await closing;
      throw new Error(`The server exited during its start:\n${logSince(child, startedAt)}`);
    }
    if (await isReady(port)) return child;
    await sleep(Date.now() < startedAt + FIRST_MS ? POLL_MS.first : POLL_MS.next);
  }
  await endProduct(child);
  throw new Error(`The server did not become ready in time:\n${logSince(child, startedAt)}`);
}

function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

export async function endProduct(child: ChildProcess): Promise<void> {
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await endChild(child, 'SIGTERM');
  clearTimeout(timer);
}
