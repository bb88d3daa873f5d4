import type { FastifyBaseLogger } from 'fastify';
import type { BackupFile } from './backup-file.ts';
import type { BackupsFolder } from './backups-folder.ts';
import { describeProblem } from './describe-problem.ts';

export const NIGHTLY_HOUR = 4;

const CHECK_INTERVAL_MS = 10 * 60 * 1000;

interface NightlyOptions {
  folder: BackupsFolder;
  url: string;
  log: Pick<FastifyBaseLogger, 'info' | 'error'>;
  warnAdministrators?: (sentence: string) => void;
  isChosen?: () => Promise<boolean>;
  clock?: () => number;
}

/** Once per night, or at the first start after it. A failed night is reported, not retried. */
export function startNightlyBackups({
  folder,
  url,
  log,
  warnAdministrators = () => undefined,
  isChosen = async () => true,
  clock = Date.now,
}: NightlyOptions) {
  let attemptedNight = 0;
  let isClosed = false;
  let running: Promise<void> | undefined;
  const timer = setInterval(() => void checkOnce(), CHECK_INTERVAL_MS).unref();

  async function backUpIfDue(): Promise<void> {
    const night = lastNight(clock());
    if (attemptedNight === night) return;
    const [newest] = (await folder.list()).filter(({ reason }) => reason === 'nightly');
    if (newest && newest.madeAt.getTime() >= night) return;
    if (!(await isChosen())) return;
    attemptedNight = night;
    try {
      await reportBackup(await folder.make(url, 'nightly'));
    } catch (err) {
      if (isClosed) return;
      log.error({ err }, 'the nightly backup could not be made');
      const why = err instanceof Error ? err.message : String(err);
      await note({ isGood: false, says: `The nightly backup could not be made: ${why}` });
    }
  }

  async function reportBackup(file: BackupFile): Promise<void> {
    const { path, bytes, brokenInvariants } = file;
    const problem = describeProblem(file);
    if (problem) log.error({ file: path, brokenInvariants }, 'the nightly backup is inconsistent');
    else log.info({ file: path, bytes }, 'the nightly backup was made');
    await note({ isGood: !problem, file: path, says: problem ?? '' });
  }

  async function note(outcome: { isGood: boolean; file?: string; says: string }): Promise<void> {
    if (!outcome.isGood) warnAdministrators(outcome.says);
    const at = new Date(clock()).toISOString();
    await folder.report
      .note('nightly', { at, file: null, ...outcome })
      .catch((err: unknown) => log.error({ err }, 'the report of backups could not be written'));
  }

  function checkOnce(): Promise<void> {
    running ??= backUpIfDue()
      .catch((err: unknown) => log.error({ err }, 'the check for the nightly backup failed'))
      .finally(() => {
        running = undefined;
      });
    return running;
  }

  return {
    look: checkOnce,
    async close() {
      isClosed = true;
      clearInterval(timer);
    },
  };
}

function lastNight(now: number): number {
  const night = new Date(now);
  night.setHours(NIGHTLY_HOUR, 0, 0, 0);
  if (night.getTime() > now) night.setDate(night.getDate() - 1);
  return night.getTime();
}
