import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { compareWithPromise, type Finding } from './support/compare.ts';
import { startEmbeddedProduct, submit } from './support/embedded-product.ts';

const PROMISED_MS = 200;
const WRITERS = 48;
const FANS = 20_000;
const SECONDS = 10;
/** The first submissions run unoptimized code, which takes 250 ms for 48 at once. */
const WARM_MS = 1_000;

/**
 * The p99 of `/healthz` for a new connection every 20 ms, while 48 fans write without a pause on
 * the embedded database.
 */
export async function newcomers(): Promise<Finding> {
  const product = await startEmbeddedProduct(FANS);
  try {
    const end = Date.now() + WARM_MS + SECONDS * 1000;
    let fan = 0;
    let refused = 0;
    const writers = Array.from({ length: WRITERS }, async () => {
      while (Date.now() < end && fan < FANS)
        if ((await submit(product, fan++)) !== 201) refused += 1;
    });
    await sleep(WARM_MS);
    const visits = visitors(`${product.url}/healthz`);
    await Promise.all(writers);
    if (refused > 0) throw new Error(`${refused} submissions were refused`);
    const times = (await visits).sort((a, b) => a - b);
    const p99 = times[Math.floor(times.length * 0.99)] ?? Number.NaN;
    return compareWithPromise({
      benchmark: 'newcomers',
      unit: 'ms',
      product: p99,
      promised: PROMISED_MS,
    });
  } finally {
    await product.close();
  }
}

/** Runs in a separate process, so that the writers' work in this one is not measured. */
async function visitors(url: string): Promise<number[]> {
  const script = `
    const { request } = require('node:http');
    const times = [];
    const visit = () => {
      const started = performance.now();
      request(${JSON.stringify(url)}, { agent: false }, (response) => {
        response.resume();
        response.on('end', () => times.push(performance.now() - started));
      }).end();
    };
    const timer = setInterval(visit, 20);
    setTimeout(() => clearInterval(timer), ${SECONDS * 1000});
    process.on('exit', () => console.log(JSON.stringify(times)));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--eval', script]);
  return JSON.parse(stdout);
}
