import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { BackupOutcome } from '#contract/backups.ts';
import { SETTINGS } from '../environment.ts';
import type { ReportFile } from './report.ts';

const MOST_MS = 60 * 60 * 1000;
const MOST_WORDS = 500;

/**
 * Runs the operator's command for each backup, one after the other, with the file's path in `BACKUP_FILE`; notes
 * what became of it. A command that fails or takes longer than an hour changes nothing of the backup.
 */
export function createAfterBackup(command: string, report: ReportFile) {
  const outcomes = { last: Promise.resolve<BackupOutcome | undefined>(undefined) };
  const running = new Set<ChildProcess>();
  let isClosed = false;

  async function runOnce(path: string): Promise<BackupOutcome | undefined> {
    if (isClosed) return undefined;
    const child = spawn(command, {
      shell: true,
      // A group of its own, so that what the shell started ends with it.
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...withoutSecrets(process.env), BACKUP_FILE: path },
    });
    running.add(child);
    let words = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        words = `${words}${text}`.slice(-MOST_WORDS);
      });
    const timer = setTimeout(() => end(child), MOST_MS);
    const how = await once(child, 'close').then(
      ([code, signal]) => (code === 0 ? undefined : `It ended with ${code ?? signal}.`),
      (error: Error) => `It could not be started: ${error.message}.`,
    );
    clearTimeout(timer);
    running.delete(child);
    const says = [how, words.trim()].filter(Boolean).join(' ');
    const outcome = { at: new Date().toISOString(), isGood: how === undefined, file: path, says };
    await report.note('afterBackup', outcome);
    return outcome;
  }

  return {
    /** Resolves when the command has ended; it never rejects. */
    run(path: string): Promise<BackupOutcome | undefined> {
      outcomes.last = outcomes.last.then(() => runOnce(path)).catch(() => undefined);
      return outcomes.last;
    },
    /** What became of the last one, once it has ended. */
    settle: () => outcomes.last,
    async close(): Promise<void> {
      isClosed = true;
      for (const child of running) end(child);
      await outcomes.last;
    },
  };
}

export type AfterBackup = ReturnType<typeof createAfterBackup>;

function end(child: ChildProcess): void {
  if (child.pid === undefined || process.platform === 'win32') child.kill();
  else
    try {
      process.kill(-child.pid, 'SIGTERM');
    } catch {
      // It has just ended.
    }
}

/** The command needs its own settings, but neither our passwords nor the database's address. */
function withoutSecrets(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const secret: string[] = Object.values(SETTINGS).flatMap((setting) =>
    'isSecret' in setting ? [setting.name] : [],
  );
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !secret.includes(name)));
}
