import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../../bench/load/report.ts';
import type { Person } from '../nodes/person.ts';

const PROMISED_MS = 500;
const READ_EVERY_MS = 50;

/** Reads with a fan's open session while other work runs, and checks its promise. */
export async function readDuring<Result>(fan: Person, others: Promise<Result>) {
  let isOver = false;
  const over = others.finally(() => {
    isOver = true;
  });
  const times: number[] = [];
  let failed = 0;
  while (!isOver) {
    const startedAt = performance.now();
    const { status } = await fan.send('GET', '/api/predictions/my-predictions');
    times.push(performance.now() - startedAt);
    if (status !== 200) failed += 1;
    await sleep(READ_EVERY_MS);
  }
  const p99 = Math.round(percentile(times, 0.99));
  return {
    result: await over,
    summary: `${times.length} reads of an open session at the same time, p99 ${p99} ms`,
    broken: { 'reads that failed': failed, 'ms too slow at p99': Math.max(0, p99 - PROMISED_MS) },
  };
}
