import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { compareWithTarget, type Finding } from './support/compare.ts';
import { startEmbeddedProduct, submit } from './support/embedded-product.ts';

const TARGET_MS = 200;
const WRITER_COUNT = 48;
const FAN_COUNT = 20_000;
const DURATION_S = 10;
/** The first submissions run unoptimized code, which takes 250 ms for 48 concurrent ones. */
const WARM_UP_MS = 1_000;

/** Measures the p99 of `/healthz` with a connection every 20 ms, while 48 fans submit nonstop. */
export async function measureNewcomers(): Promise<Finding> {
  const product = await startEmbeddedProduct(FAN_COUNT);
  try {
    const end = Date.now() + WARM_UP_MS + DURATION_S * 1000;
    let fan = 0;
    let rejectedCount = 0;
    const writers = Array.from({ length: WRITER_COUNT }, async () => {
      while (Date.now() < end && fan < FAN_COUNT)
        if ((await submit(product, fan++)) !== 201) rejectedCount += 1;
    });
    await sleep(WARM_UP_MS);
    const visitTimes = measureVisits(`${product.url}/healthz`);
    await Promise.all(writers);
    if (rejectedCount > 0) throw new Error(`${rejectedCount} submissions were rejected`);
    const times = (await visitTimes).sort((a, b) => a - b);
    const p99 = times[Math.floor(times.length * 0.99)] ?? Number.NaN;
    return compareWithTarget({
      benchmark: 'newcomers',
      unit: 'ms',
      product: p99,
      target: TARGET_MS,
    });
  } finally {
    await product.close();
  }
}

/** Runs in a separate process, because the writers keep this one busy. */
async function measureVisits(url: string): Promise<number[]> {
  const script = `
    const { request } = require('node:http');
    const times = [];
    const visit = () => {
      const startedAt = performance.now();
      request(${JSON.stringify(url)}, { agent: false }, (response) => {
        response.resume();
        response.on('end', () => times.push(performance.now() - startedAt));
      }).end();
    };
    const timer = setInterval(visit, 20);
    setTimeout(() => clearInterval(timer), ${DURATION_S * 1000});
    process.on('exit', () => console.log(JSON.stringify(times)));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--eval', script]);
  return JSON.parse(stdout);
}
