import { statfs } from 'node:fs/promises';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';

/** The disk is checked before writes, because PostgreSQL crashes on a full disk. */
export interface DiskSpace {
  isFull(): Promise<boolean>;
  isExhausted(): Promise<boolean>;
}

/** Left free for PostgreSQL, which needs space to recover after a crash. */
export const MIN_FREE_BYTES = 64 * 1024 * 1024;

/** Sign-ins and deletions are allowed while this much is free. */
const MIN_FREE_BYTES_FOR_DELETIONS = 16 * 1024 * 1024;

const MIN_INTERVAL_MS = 1_000;

export const UNCHECKED_DISK: DiskSpace = {
  isFull: async () => false,
  isExhausted: async () => false,
};

export function watchDiskSpace(
  freeBytes: (() => Promise<number>) | undefined,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
): DiskSpace {
  if (!freeBytes) return UNCHECKED_DISK;
  let isFull = false;
  let freeSpace = Number.POSITIVE_INFINITY;
  let checkedAt = Number.NEGATIVE_INFINITY;

  async function check(read: () => Promise<number>): Promise<void> {
    if (performance.now() - checkedAt <= MIN_INTERVAL_MS) return;
    checkedAt = performance.now();
    freeSpace = await read();
    if (freeSpace < MIN_FREE_BYTES === isFull) return;
    isFull = freeSpace < MIN_FREE_BYTES;
    const details = { freeBytes: freeSpace };
    if (isFull)
      log.error(details, 'the disk is nearly full: only sign-ins and deletions are allowed');
    else log.info(details, 'the disk has free space again');
  }

  return {
    async isFull() {
      await check(freeBytes);
      return isFull;
    },
    async isExhausted() {
      await check(freeBytes);
      return freeSpace < MIN_FREE_BYTES_FOR_DELETIONS;
    },
  };
}

export async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

export async function readDatabaseBytes(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    'select pg_database_size(current_database())::float8 as bytes',
  );
  return Number(rows[0]?.bytes);
}

export class NoSpaceError extends Error {}

export function assertFreeSpace(
  what: string,
  { neededBytes, freeBytes }: { neededBytes: number; freeBytes: number },
): void {
  if (freeBytes >= neededBytes) return;
  const [freeMegabytes, neededMegabytes] = [freeBytes, neededBytes].map((bytes) =>
    Math.round(bytes / 1024 / 1024),
  );
  throw new NoSpaceError(
    `Not enough space for ${what}: it needs ${neededMegabytes} MB, and the disk has ${freeMegabytes} MB left.`,
  );
}
