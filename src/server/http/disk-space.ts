import { statfs } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { ApiError } from './api-error.ts';
import { SAFE_METHODS } from './viewer.ts';

/** What is left below this is the database's own, which needs some to recover after a crash. */
const LEAST_FREE_BYTES = 64 * 1024 * 1024;

const LOOK_AGAIN_MS = 1_000;

/**
 * Refuses unsafe methods with 507 while the disk of the embedded database is nearly full, and tells
 * the log when that begins and ends; reading goes on. A full disk would end PostgreSQL itself.
 */
export function installDiskSpaceCheck(
  api: FastifyInstance,
  dataDir: string,
  freeBytes: (folder: string) => Promise<number> = freeBytesOf,
): void {
  let isFull = false;
  let lookedAt = Number.NEGATIVE_INFINITY;

  // Not before the body is there: looking takes time, and the moment of arrival is judged first.
  api.addHook('preValidation', async ({ method }) => {
    if (SAFE_METHODS.has(method)) return;
    if (performance.now() - lookedAt > LOOK_AGAIN_MS) await look();
    if (isFull)
      throw new ApiError(507, 'The disk is full; nothing was saved. Please try again later.');
  });

  async function look() {
    lookedAt = performance.now();
    const free = await freeBytes(dataDir);
    if (free < LEAST_FREE_BYTES === isFull) return;
    isFull = free < LEAST_FREE_BYTES;
    const facts = { freeBytes: free, dataDir };
    if (isFull)
      api.log.error(facts, 'the disk is nearly full: nothing is written until there is room');
    else api.log.info(facts, 'there is room on the disk again');
  }
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
