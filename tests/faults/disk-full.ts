import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type SeededProduct, startSeededProduct } from '../crowd/seeded-product.ts';
import { waitUntilReady } from './kills.ts';
import { createFanWriters, endWithInvariants, type Outcome, SkippedFault } from './outcome.ts';

const FAN_COUNT = 24;
const DISK_MB = 320;
const MB = 1024 * 1024;
/** Not cached, so that each request reads the database. */
const MY_PREDICTIONS = '/api/predictions/my-predictions';

/**
 * Fills the disk to the product's reserve, to the last byte, and until PostgreSQL can't start a new
 * WAL segment. Writes are rejected, reads work while PostgreSQL runs, and everything works once
 * there is room again.
 */
export async function runDiskFull(): Promise<Outcome> {
  const disk = mountDisk();
  try {
    const product = await startSeededProduct('embedded', FAN_COUNT, {
      dataDir: join(disk, 'data'),
    });
    try {
      return await fillAndFree(product, disk);
    } finally {
      await product.close();
    }
  } finally {
    execFileSync('umount', [disk]);
    rmdirSync(disk);
  }
}

async function fillAndFree(product: SeededProduct, disk: string): Promise<Outcome> {
  const writers = await createFanWriters(product, FAN_COUNT);
  const ballast = join(disk, 'ballast');
  let [lostCount, readCount, failedReadCount, lateCount] = [0, 0, 0, 0];
  for (const { freeBytes, overWal } of [
    { freeBytes: 40 * MB, overWal: false },
    { freeBytes: 0, overWal: false },
    { freeBytes: 0, overWal: true },
  ]) {
    await writers.writeDuring(async () => {
      await sleep(500);
      fill(disk, ballast, freeBytes);
      if (overWal) await writePastSegment(product);
      for (const end = Date.now() + 3_000; Date.now() < end; await sleep(50)) {
        const { status } = await product.admin.send('GET', overWal ? '/healthz' : MY_PREDICTIONS);
        readCount += 1;
        if (status !== 200) failedReadCount += 1;
      }
      rmSync(ballast);
      await waitUntilReady(product);
      const freedAt = performance.now();
      if (!(await waitFor(() => writers.allSucceededSince(freedAt)))) lateCount += 1;
    });
    lostCount += await writers.countLost();
  }
  const { acknowledged, failures } = writers.results;
  const countFailures = (expectedStatus: number) =>
    failures.filter(({ status }) => status === expectedStatus).length;
  const [fullCount, busyCount] = [countFailures(507), countFailures(503)];
  return endWithInvariants(await product.databaseUrl(), {
    summary: `filled three times: ${fullCount} × 507, ${busyCount} × 503, ${readCount} reads while full, ${acknowledged} acknowledged changes, ${lostCount} lost`,
    broken: {
      'lost changes': lostCount,
      'unexpected responses to writes': failures.length - fullCount - busyCount,
      'full disks without a 507': Number(fullCount === 0),
      'failed reads': failedReadCount,
      'full disks after which a fan could not write': lateCount,
    },
  });
}

function mountDisk(): string {
  const folder = mkdtempSync(join(tmpdir(), 'called-it-disk-'));
  const mount = ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=755`, 'called-it', folder];
  if (spawnSync('mount', mount, { stdio: 'ignore' }).status === 0) return folder;
  rmdirSync(folder);
  throw new SkippedFault('mounting a disk is not permitted');
}

function fill(disk: string, ballast: string, freeBytes: number): void {
  const { bavail, bsize } = statfsSync(disk);
  try {
    writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - freeBytes)));
    // Fills the space that other writers have freed.
    if (freeBytes === 0) writeFileSync(ballast, Buffer.alloc(MB), { flag: 'a' });
  } catch {
    // Expected: the disk is full.
  }
}

/** The server rejects writes, so this writes WAL directly. PostgreSQL then exits. */
async function writePastSegment(product: SeededProduct): Promise<void> {
  for (let part = 0; part < 40; part += 1)
    await product
      .query(`select pg_logical_emit_message(true, 'ballast', repeat('x', ${MB}))`)
      .catch(() => undefined);
}

async function waitFor(condition: () => boolean): Promise<boolean> {
  for (const end = Date.now() + 10_000; Date.now() < end; await sleep(50))
    if (condition()) return true;
  return false;
}
