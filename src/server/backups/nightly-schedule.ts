import type { FastifyBaseLogger } from 'fastify';
import { MINUTE } from '#contract/durations.ts';
import type { BackupFile } from './backup-file.ts';
import type { BackupsFolder } from './backups-folder.ts';
import { describeProblem } from './describe-problem.ts';

export const NIGHTLY_HOUR = 4;

const CHECK_INTERVAL_MS = 10 * MINUTE;

interface NightlyOptions {
  folder: BackupsFolder;
  url: string;
  log: Pick<FastifyBaseLogger, 'info' | 'error'>;
  warnAdministrators?: (message: string) => void;
  isLeader?: () => Promise<boolean>;
  clock?: () => number;
}

/** Backs up once per night, or at the first start after it. A failure is reported, not retried. */
export function startNightlyBackups({
  folder,
  url,
  log,
  warnAdministrators = () => undefined,
  isLeader = async () => true,
  clock = Date.now,
}: NightlyOptions) {
  let attemptedNight = 0;
  let isClosed = false;
  let running: Promise<void> | undefined;
  const timer = setInterval(() => void check(), CHECK_INTERVAL_MS).unref();

  async function backUpIfDue(): Promise<void> {
    const night = getLastNight(clock());
    if (attemptedNight === night) return;
    const [newest] = (await folder.list()).filter(({ reason }) => reason === 'nightly');
    if (newest && newest.madeAt.getTime() >= night) return;
    if (!(await isLeader())) return;
    attemptedNight = night;
    try {
      await reportBackup(await folder.create(url, 'nightly'));
    } catch (err) {
      if (isClosed) return;
      log.error({ err }, 'the nightly backup failed');
      const reason = err instanceof Error ? err.message : String(err);
      await recordOutcome({ isGood: false, says: `The nightly backup failed: ${reason}` });
    }
  }

  async function reportBackup(file: BackupFile): Promise<void> {
    const { path, bytes, brokenInvariants } = file;
    const problem = describeProblem(file);
    if (problem) log.error({ file: path, brokenInvariants }, 'the nightly backup is inconsistent');
    else log.info({ file: path, bytes }, 'the nightly backup was made');
    await recordOutcome({ isGood: !problem, file: path, says: problem ?? '' });
  }

  async function recordOutcome(outcome: {
    isGood: boolean;
    file?: string;
    says: string;
  }): Promise<void> {
    if (!outcome.isGood) warnAdministrators(outcome.says);
    const finishedAt = new Date(clock()).toISOString();
    await folder.report
      .record('nightly', { at: finishedAt, file: null, ...outcome })
      .catch((err: unknown) => log.error({ err }, 'failed to write the backup report'));
  }

  function check(): Promise<void> {
    running ??= backUpIfDue()
      .catch((err: unknown) =>
        log.error({ err }, 'failed to check whether a nightly backup is due'),
      )
      .finally(() => {
        running = undefined;
      });
    return running;
  }

  return {
    check,
    async close() {
      isClosed = true;
      clearInterval(timer);
    },
  };
}

function getLastNight(now: number): number {
  const night = new Date(now);
  night.setHours(NIGHTLY_HOUR, 0, 0, 0);
  if (night.getTime() > now) night.setDate(night.getDate() - 1);
  return night.getTime();
}
