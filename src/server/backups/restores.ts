import { notFound } from '../http/route.ts';
import type { BackupRunner } from './run-backups.ts';
import { waitBriefly } from './wait-briefly.ts';

/** Keeps the last outcome, because a restore can take longer than a proxy waits. */
export function createRestores<Restored>(
  { runExclusively }: Pick<BackupRunner, 'runExclusively'>,
  waitMs?: number,
) {
  let lastRestore: { name: string; restore: Promise<Restored> } | undefined;
  const wait = async (restore: Promise<Restored>) => (await waitBriefly(restore, waitMs))?.result;
  return {
    /** Returns undefined while it runs. Throws 409 if another backup or restore is running. */
    start(name: string, run: () => Promise<Restored>): Promise<Restored | undefined> {
      let isStarted = false;
      const restore = runExclusively(() => {
        isStarted = true;
        return run();
      });
      if (isStarted) lastRestore = { name, restore };
      return wait(restore);
    },

    /** Returns undefined while it runs, and throws its error. Throws 404 for any other backup. */
    async findOutcome(name: string): Promise<Restored | undefined> {
      if (lastRestore?.name !== name) throw notFound('Restore');
      return wait(lastRestore.restore);
    },

    settle: () =>
      lastRestore?.restore.then(
        () => undefined,
        () => undefined,
      ),
  };
}
