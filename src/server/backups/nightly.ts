import type { FastifyBaseLogger } from 'fastify';
import type { BackupsFolder } from './backups-folder.ts';

/** When the embedded database is saved, by the clock of the server's own zone. */
export const NIGHTLY_HOUR = 4;

const LOOK_EVERY_MS = 10 * 60 * 1000;

/**
 * Saves the database of a URL once a night, or as soon as the server runs after it. A night for which
 * that failed, as the disk had no room, is told to the log and not tried again.
 */
export function startNightlyBackups({
  folder,
  url,
  log,
  clock = Date.now,
}: {
  folder: BackupsFolder;
  url: string;
  log: Pick<FastifyBaseLogger, 'info' | 'error'>;
  clock?: () => number;
}) {
  let triedFor = 0;
  let isClosed = false;
  const timer = setInterval(() => void look(), LOOK_EVERY_MS).unref();

  /** Whatever time it is now, does what is due. */
  async function look(): Promise<void> {
    const night = lastNight(clock());
    if (triedFor === night) return;
    const [newest] = (await folder.list()).filter(({ reason }) => reason === 'nightly');
    if (newest && newest.madeAt.getTime() >= night) return;
    triedFor = night;
    try {
      const file = await folder.make(url, 'nightly');
      log.info({ file: file.path, bytes: file.bytes }, 'the nightly backup was made');
    } catch (err) {
      if (!isClosed) log.error({ err }, 'the nightly backup could not be made');
    }
  }

  return {
    look,
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
