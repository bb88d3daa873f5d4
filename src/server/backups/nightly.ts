import type { FastifyBaseLogger } from 'fastify';
import type { BackupFile } from './backup-file.ts';
import type { BackupsFolder } from './backups-folder.ts';
import { describeProblem } from './describe-problem.ts';

/** When the database is saved, by the clock of the server's own zone. */
export const NIGHTLY_HOUR = 4;

const LOOK_EVERY_MS = 10 * 60 * 1000;

interface NightlyOptions {
  folder: BackupsFolder;
  url: string;
  log: Pick<FastifyBaseLogger, 'info' | 'error'>;
  /** Says a sentence to the administrators: no good backup was made this night. */
  warnAdministrators?: (sentence: string) => void;
  /** Whether this process makes them; where several nodes serve one database, one of them does. */
  isChosen?: () => Promise<boolean>;
  clock?: () => number;
}

/**
 * Saves the database of a URL once a night, or as soon as the server runs after it. A night for which that failed,
 * as the disk had no room, is reported and not tried again. So is one whose data broke an invariant: that
 * backup is kept, but displaces no good one.
 */
export function startNightlyBackups({
  folder,
  url,
  log,
  warnAdministrators = () => undefined,
  isChosen = async () => true,
  clock = Date.now,
}: NightlyOptions) {
  let triedFor = 0;
  let isClosed = false;
  let looking: Promise<void> | undefined;
  const timer = setInterval(() => void lookOnce(), LOOK_EVERY_MS).unref();

  /** Whatever time it is now, does what is due. */
  async function look(): Promise<void> {
    const night = lastNight(clock());
    if (triedFor === night) return;
    const [newest] = (await folder.list()).filter(({ reason }) => reason === 'nightly');
    if (newest && newest.madeAt.getTime() >= night) return;
    if (!(await isChosen())) return;
    triedFor = night;
    try {
      await tell(await folder.make(url, 'nightly'));
    } catch (err) {
      if (isClosed) return;
      log.error({ err }, 'the nightly backup could not be made');
      const why = err instanceof Error ? err.message : String(err);
      await note({ isGood: false, says: `The nightly backup could not be made: ${why}` });
    }
  }

  async function tell(file: BackupFile): Promise<void> {
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

  function lookOnce(): Promise<void> {
    looking ??= look()
      .catch((err: unknown) => log.error({ err }, 'the nightly backup could not be looked for'))
      .finally(() => {
        looking = undefined;
      });
    return looking;
  }

  return {
    look: lookOnce,
    async close() {
      isClosed = true;
      clearInterval(timer);
    },
  };
}

/** The latest moment of the past at which it was that hour. */
function lastNight(now: number): number {
  const night = new Date(now);
  night.setHours(NIGHTLY_HOUR, 0, 0, 0);
  if (night.getTime() > now) night.setDate(night.getDate() - 1);
  return night.getTime();
}
