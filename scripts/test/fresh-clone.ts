import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, hasEnded } from '../../tests/support/processes.ts';
import { root, run, tail } from '../run/run.mjs';
import { failed, type Outcome, PASSED } from './outcome.ts';
import { printed, type Step } from './run-steps.ts';

const START = 'npm start in a fresh clone';
/** Installing, building and the first start, on a slow machine too. */
const PATIENCE_MS = 10 * 60_000;

/**
 * The README's two commands in a clone of the last commit, where a stranger may have put it: below a
 * folder that only its owner can read, in one with blanks and an umlaut in its name.
 */
export function inFreshClone(): [Step, Step] {
  const folder = mkdtempSync(join(tmpdir(), 'called-it-clone-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const clone = join(folder, 'Called It für Fans');
  const start = { name: START, run: () => startIn(clone) };
  return [
    start,
    { ...printed('npm test in a fresh clone', 'npm', 'test', '--prefix', clone), needs: start },
  ];
}

/** Passes with the first page that the product answers. */
async function startIn(clone: string): Promise<Outcome> {
  const { code, output } = await run('git', ['clone', '--quiet', root, clone], { quiet: true });
  if (code !== 0) return failed(START, output);
  const port = await freePort();
  const env = { ...process.env, PORT: `${port}`, HOST: '127.0.0.1' };
  const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
  const child = spawn('npm', ['start'], { cwd: clone, env, stdio });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      log += chunk;
    });
  }
  // When the product, too, has let go of the pipes.
  const closed = once(child, 'close');
  const end = () => {
    if (!hasEnded(child)) child.kill('SIGTERM');
  };
  process.on('exit', end);
  try {
    for (const last = Date.now() + PATIENCE_MS; Date.now() < last && !hasEnded(child); ) {
      const page = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
      if (page?.ok) return PASSED;
      await sleep(500);
    }
    const how = hasEnded(child) ? `ended with ${child.signalCode ?? child.exitCode}` : 'no page';
    return failed(START, `${how}\n${tail(log, 12)}`);
  } finally {
    process.off('exit', end);
    end();
    await closed;
  }
}
