import { statfs } from 'node:fs/promises';
import type { FastifyBaseLogger } from 'fastify';

/** Whether there is room to write. Whatever writes much, or by itself, asks first: a full disk ends PostgreSQL. */
export interface DiskSpace {
  isFull(): Promise<boolean>;
}

/** What is left below this is the database's own, which needs some to recover after a crash. */
export const LEAST_FREE_BYTES = 64 * 1024 * 1024;

const LOOK_AGAIN_MS = 1_000;

/** Of a database that is elsewhere somebody else sees to its disk. */
export const ROOM_ELSEWHERE: DiskSpace = { isFull: async () => false };

/** Watches the disk that has so many bytes left, and tells the log when it becomes full and when it is no longer. */
export function watchDiskSpace(
  freeBytes: (() => Promise<number>) | undefined,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
): DiskSpace {
  if (!freeBytes) return ROOM_ELSEWHERE;
  let isFull = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  return {
    async isFull() {
      if (performance.now() - lookedAt <= LOOK_AGAIN_MS) return isFull;
      lookedAt = performance.now();
      const free = await freeBytes();
      if (free < LEAST_FREE_BYTES === isFull) return isFull;
      isFull = free < LEAST_FREE_BYTES;
      const facts = { freeBytes: free };
      if (isFull)
        log.error(facts, 'the disk is nearly full: nothing is written until there is room');
      else log.info(facts, 'there is room on the disk again');
      return isFull;
    },
  };
}

/** How much is left where the folder is. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
