import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { BackupOutcome } from '#contract/backups.ts';
import { HOUR } from '#contract/durations.ts';
import { SETTINGS } from '../environment.ts';
import type { ReportFile } from './report.ts';

const TIMEOUT_MS = HOUR;
const MAX_OUTPUT = 500;

export function createBackupHook(command: string, report: ReportFile) {
  let lastRun = Promise.resolve<BackupOutcome | undefined>(undefined);
  const running = new Set<ChildProcess>();
  let isClosed = false;

  async function runOnce(path: string): Promise<BackupOutcome | undefined> {
    if (isClosed) return undefined;
    const child = spawn(command, {
      shell: true,
      // A process group, so that the shell's children are terminated too.
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...omitSecrets(process.env), BACKUP_FILE: path },
    });
    running.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output = `${output}${text}`.slice(-MAX_OUTPUT);
      });
    const timer = setTimeout(() => terminate(child), TIMEOUT_MS);
    const failure = await once(child, 'close').then(
      ([code, signal]) => (code === 0 ? undefined : `It exited with ${code ?? signal}.`),
      (error: Error) => `It failed to start: ${error.message}.`,
    );
    clearTimeout(timer);
    running.delete(child);
    const message = [failure, output.trim()].filter(Boolean).join(' ');
    const outcome = {
      at: new Date().toISOString(),
      isGood: failure === undefined,
      file: path,
      says: message,
    };
    await report.record('afterBackup', outcome);
    return outcome;
  }

  return {
    /** Never rejects. */
    run(path: string): Promise<BackupOutcome | undefined> {
      lastRun = lastRun.then(() => runOnce(path)).catch(() => undefined);
      return lastRun;
    },
    settle: () => lastRun,
    async close(): Promise<void> {
      isClosed = true;
      for (const child of running) terminate(child);
      await lastRun;
    },
  };
}

export type BackupHook = ReturnType<typeof createBackupHook>;

function terminate(child: ChildProcess): void {
  if (child.pid === undefined || process.platform === 'win32') child.kill();
  else
    try {
      process.kill(-child.pid, 'SIGTERM');
    } catch {}
}

function omitSecrets(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const secretNames: string[] = Object.values(SETTINGS).flatMap((setting) =>
    'isSecret' in setting ? [setting.name] : [],
  );
  return Object.fromEntries(
    Object.entries(variables).filter(([name]) => !secretNames.includes(name)),
  );
}
