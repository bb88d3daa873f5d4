import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

/** With a trailing slash. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Runs a program in the project's folder until it exits. With `quiet`, captures its output instead
 * of showing it. A signal to this process stops the program first; 'exit' listeners still run.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ quiet?: boolean, env?: Record<string, string> }} [options]
 * @returns {Promise<{ code: number, output: string }>} code 127 if it could not be started
 */
export function run(command, args, { quiet = false, env = {} } = {}) {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
    });
  }

  const release = stopWithParent(child);
  return new Promise((resolve) => {
    child.on('error', (error) => {
      release();
      resolve({ code: 127, output: `${command}: ${error.message}\n` });
    });
    child.on('close', (code, signal) => {
      release();
      resolve({ code: code ?? 128 + (signal ? constants.signals[signal] : 0), output });
    });
  });
}

/**
 * Prints the end of a step's output and exits this process.
 *
 * @param {string} message names the failed step
 * @param {string} output
 * @returns {never}
 */
export function failWithTail(message, output) {
  console.error(tail(output, 40));
  console.error(`\n${message}`);
  process.exit(1);
}

/**
 * @param {string} output
 * @param {number} lines
 */
export function tail(output, lines) {
  return output.trimEnd().split('\n').slice(-lines).join('\n');
}

/** @param {import('node:child_process').ChildProcess} child */
function stopWithParent(child) {
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  /** @param {NodeJS.Signals} signal */
  const end = (signal) => {
    child.once('close', () => process.exit(128 + constants.signals[signal]));
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), 5_000).unref();
  };
  for (const signal of signals) process.on(signal, end);
  return () => {
    for (const signal of signals) process.off(signal, end);
  };
}
