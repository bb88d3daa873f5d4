import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, hasEnded } from './processes.ts';

/** Installing, building and the first start, on a slow machine too. */
const TIMEOUT_MS = 10 * 60_000;

/** Runs `npm start` in a clone until it answers its first page; throws with its output where it does not. */
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
  // When the product, too, has let go of the pipes.
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
  const how = hasEnded(child) ? `ended with ${child.signalCode ?? child.exitCode}` : 'no page';
  await stop();
  throw new Error(`${how}\n${output}`);
}
