import { statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const GIGABYTE = 1024 ** 3;

/** Databases have hundreds of files, which takes a tenth of the time in Linux's memory. */
export function findScratchFolder(): string {
  const memory = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(memory);
    const hasRoom = bavail * bsize > GIGABYTE && freemem() > 2 * GIGABYTE;
    return hasRoom ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}
