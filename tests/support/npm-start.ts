import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort, hasEnded } from './processes.ts';

/** Enough to install, build and start on a slow machine. */
const TIMEOUT_MS = 10 * 60_000;

/**
 * Runs `npm start` in a clone until it serves a page. @throws Error with its output if it doesn't
 */
export async function runNpmStart(
  clone: string,
): Promise<{ tookMs: number; stop(): Promise<void> }> {
  const port = await findFreePort();
  const env = { ...process.env, PORT: `${port}`, HOST: '127.0.0.1' };
  const startedAt = performance.now();
  const child = spawn('npm', ['start'], { cwd: clone, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  // 'close' fires once the server has closed its pipes, too.
  const closing = once(child, 'close');
  const end = () => {
    if (!hasEnded(child)) child.kill('SIGTERM');
  };
  const stop = async () => {
    process.off('exit', end);
    end();
    await closing;
  };
  process.on('exit', end);
  while (performance.now() - startedAt < TIMEOUT_MS && !hasEnded(child)) {
    const page = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    if (page?.ok) return { tookMs: performance.now() - startedAt, stop };
    await sleep(20);
  }
  const reason = hasEnded(child) ? `ended with ${child.signalCode ?? child.exitCode}` : 'no page';
  await stop();
  throw new Error(`${reason}\n${output}`);
}
