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
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await endChild(child, 'SIGTERM');
  clearTimeout(timer);
}
