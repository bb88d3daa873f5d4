import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runNpmStart } from '../../tests/support/npm-start.ts';
import { root, run, tail } from '../run/run.mjs';
import { createFailure, type Outcome, PASSED } from './outcome.ts';
import { printStep, type Step } from './run-steps.ts';

const START = 'npm start in a fresh clone';

/** The clone's path has spaces and an umlaut, and only its owner can read the parent folder. */
export function createFreshCloneSteps(): [Step, Step] {
  const folder = mkdtempSync(join(tmpdir(), 'called-it-clone-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const clone = join(folder, 'Called It für Fans');
  const start = { name: START, run: () => startIn(clone) };
  return [
    start,
    { ...printStep('npm test in a fresh clone', 'npm', 'test', '--prefix', clone), needs: start },
  ];
}

async function startIn(clone: string): Promise<Outcome> {
  const { code, output } = await run('git', ['clone', '--quiet', root, clone], { quiet: true });
  if (code !== 0) return createFailure(START, output);
  try {
    const { stop } = await runNpmStart(clone);
    await stop();
    return PASSED;
  } catch (error) {
    return createFailure(START, tail(String(error), 13));
  }
}
