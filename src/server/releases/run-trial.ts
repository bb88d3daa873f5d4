import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import { HOUR } from '#contract/durations.ts';
import { UpdateError } from './update-error.ts';

// An installed version starts a new one with this command and reads the last line of its output:
// `scripts/run/called-it.mjs trial --backup FILE`.

const trialResult = z.object({ version: z.string(), brokenInvariants: z.array(z.string()) });
export type TrialResult = z.output<typeof trialResult>;

/** From Ctrl+C, a service manager and a closing terminal. */
export const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Restoring 100,000 predictions takes two minutes on a slow machine. */
const TIMEOUT_MS = HOUR;
const GRACE_MS = 10_000;
const MAX_OUTPUT = 64 * 1024;

/** Throws an `UpdateError` if the restore or start fails, another error after a signal. */
export async function runTrial(
  program: string,
  { backup, dataDir, timeoutMs = TIMEOUT_MS }: TrialOptions,
): Promise<TrialResult> {
  const child = spawn(
    process.execPath,
    [join(program, 'scripts', 'run', 'called-it.mjs'), 'trial', '--backup', backup],
    { env: { ...process.env, DATA_DIR: dataDir }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] = `${output[name]}${text}`.slice(-MAX_OUTPUT);
    });
  let problem: Error | undefined;
  const end = (reason: Error) => {
    problem ??= reason;
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), GRACE_MS).unref();
  };
  const timer = setTimeout(
    () => end(new UpdateError(`It did not finish in ${timeoutMs / 1000} seconds.`)),
    timeoutMs,
  );
  const interrupt = () => end(new Error('The trial was interrupted.'));
  for (const signal of END_SIGNALS) process.on(signal, interrupt);
  const [code] = await once(child, 'close').finally(() => {
    clearTimeout(timer);
    for (const signal of END_SIGNALS) process.off(signal, interrupt);
  });
  if (problem) throw problem;
  const result = code === 0 ? parseResult(output.stdout) : undefined;
  if (result) return result;
  throw new UpdateError(findReason(output.stderr) || `It exited with ${code}.`);
}

interface TrialOptions {
  backup: string;
  dataDir: string;
  timeoutMs?: number | undefined;
}

function parseResult(stdout: string): TrialResult | undefined {
  try {
    return trialResult.parse(JSON.parse(findLastLine(stdout)));
  } catch {
    return undefined;
  }
}

/** Returns the error of a crashed Node, or otherwise the last line. */
function findReason(stderr: string): string {
  return stderr.split('\n').find((line) => /^\w*Error\b/.test(line)) ?? findLastLine(stderr);
}

function findLastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? '';
}
