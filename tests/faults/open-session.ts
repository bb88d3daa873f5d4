import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../../bench/load/report.ts';
import type { ApiClient } from '../nodes/api-client.ts';

const TARGET_MS = 500;
const READ_EVERY_MS = 50;

export async function fetchDuring<Result>(fan: ApiClient, others: Promise<Result>) {
  let isOver = false;
  const pendingResult = others.finally(() => {
    isOver = true;
  });
  const times: number[] = [];
  let failedCount = 0;
  while (!isOver) {
    const startedAt = performance.now();
    const { status } = await fan.send('GET', '/api/predictions/my-predictions');
    times.push(performance.now() - startedAt);
    if (status !== 200) failedCount += 1;
    await sleep(READ_EVERY_MS);
  }
  const p99 = Math.round(percentile(times, 0.99));
  return {
    result: await pendingResult,
    summary: `${times.length} requests by a signed-in fan at the same time, p99 ${p99} ms`,
    broken: {
      'reads that failed': failedCount,
      'ms too slow at p99': Math.max(0, p99 - TARGET_MS),
    },
  };
}
