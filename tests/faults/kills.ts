import { setTimeout as sleep } from 'node:timers/promises';
import type { SeededProduct } from '../crowd/seeded-product.ts';
import { TIMEOUT_MS } from '../support/full-size.ts';
import { random } from '../support/random.ts';
import { createFanWriters, endWithInvariants, type Outcome } from './outcome.ts';

export const KILLS_FAN_COUNT = 24;

/**
 * SIGKILLs the server, its PostgreSQL or both while fans change their predictions. No acknowledged
 * change may be lost, and no prediction may be stored in part.
 */
export async function runKills(product: SeededProduct, count: number): Promise<Outcome> {
  const writers = await createFanWriters(product, KILLS_FAN_COUNT);
  let lostCount = 0;
  for (let turn = 0; turn < count; turn += 1) {
    await writers.writeDuring(async () => {
      const { acknowledged } = writers.results;
      await waitUntil(() => writers.results.acknowledged >= acknowledged + KILLS_FAN_COUNT);
      await sleep(random() * 200);
      await killInTurn(product, turn);
    });
    lostCount += await writers.countLost();
  }
  const { acknowledged, failures } = writers.results;
  const unexpectedFailures = failures.filter(({ status }) => status !== 503 && status !== 0);
  return endWithInvariants(await product.databaseUrl(), {
    summary: `${count} kills, ${acknowledged} acknowledged changes, ${lostCount} lost`,
    broken: { 'lost changes': lostCount, 'failures other than 503': unexpectedFailures.length },
  });
}

export async function killInTurn(product: SeededProduct, turn: number): Promise<void> {
  const postmaster = turn % 3 === 0 ? undefined : await product.findPostmasterPid();
  if (postmaster !== undefined) process.kill(postmaster, 'SIGKILL');
  if (turn % 3 !== 1) {
    await product.stop('SIGKILL');
    await product.start();
  }
  await waitUntilReady(product, postmaster);
}

/** Waits until the server responds and its PostgreSQL has been replaced. */
export function waitUntilReady(product: SeededProduct, killedPostmaster?: number): Promise<void> {
  return waitUntil(async () => {
    const { status } = await product.admin.send('GET', '/readyz');
    const postmaster = await product.findPostmasterPid();
    return status === 200 && postmaster !== undefined && postmaster !== killedPostmaster;
  });
}

export async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + TIMEOUT_MS; Date.now() < end; await sleep(20))
    if (await condition()) return;
  throw new Error(`The condition did not hold within ${TIMEOUT_MS / 1000} seconds: ${condition}`);
}
