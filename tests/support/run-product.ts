import { type ChildProcess, spawn } from 'node:child_process';
import { endChild } from './processes.ts';

export const ADMIN = { email: 'stagehand@example.com', password: 'lights down at eight' };

/** Starts `dist/server/main.js` and resolves when it answers; rejects with what it said if it ends. */
export async function runProduct(
  port: number,
  settings: Record<string, string>,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      HOST: '127.0.0.1',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log: { at: number; text: string }[] = [];
  logs.set(child, log);
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => log.push({ at: Date.now(), text }));
  const deadline = Date.now() + 240_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null)
      throw new Error(`The product ended at its start:\n${logSince(child, 0)}`);
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) return child;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await endProduct(child);
  throw new Error(`The product did not answer in time:\n${logSince(child, 0)}`);
}

const logs = new WeakMap<ChildProcess, { at: number; text: string }[]>();

/** What a product logged since then, in milliseconds since 1970. */
export function logSince(child: ChildProcess, time: number): string {
  const log = logs.get(child) ?? [];
  return log.flatMap(({ at, text }) => (at >= time ? text : [])).join('');
}

export async function endProduct(child: ChildProcess): Promise<void> {
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await endChild(child, 'SIGTERM');
  clearTimeout(timer);
}
