import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, hasEnded } from './processes.ts';

/** Installation, build and first start on a slow machine. */
const TIMEOUT_MS = 10 * 60_000;

/**
 * Runs `npm start` in a clone until it serves a page. @throws Error with its output if it doesn't
 */
export async function npmStart(clone: string): Promise<{ tookMs: number; stop(): Promise<void> }> {
  const port = await freePort();
  const env = { ...process.env, PORT: `${port}`, HOST: '127.0.0.1' };
  const started = performance.now();
  const child = spawn('npm', ['start'], { cwd: clone, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  // 'close' fires after the product has closed the pipes, too.
  const closed = once(child, 'close');
  const end = () => {
    if (!hasEnded(child)) child.kill('SIGTERM');
  };
  const stop = async () => {
    process.off('exit', end);
    end();
    await closed;
  };
  process.on('exit', end);
  while (performance.now() - started < TIMEOUT_MS && !hasEnded(child)) {
    const page = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    if (page?.ok) return { tookMs: performance.now() - started, stop };
    await sleep(20);
  }
  const reason = hasEnded(child) ? `ended with ${child.signalCode ?? child.exitCode}` : 'no page';
  await stop();
  throw new Error(`${reason}\n${output}`);
}
