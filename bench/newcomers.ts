import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { againstPromise, type Finding } from './support/compare.ts';
import { startEmbeddedProduct, submit } from './support/embedded-product.ts';

const PROMISED_MS = 200;
const WRITERS = 48;
const FANS = 20_000;
const SECONDS = 10;

/**
 * While 48 fans write without a pause on the embedded database, somebody new comes every 20 ms on a
 * connection of their own: the 99th percentile of milliseconds until `/healthz` answers them.
 */
export async function newcomers(): Promise<Finding> {
  const product = await startEmbeddedProduct(FANS);
  try {
    const end = Date.now() + SECONDS * 1000;
    let fan = 0;
    let refused = 0;
    const writers = Array.from({ length: WRITERS }, async () => {
      while (Date.now() < end && fan < FANS)
        if ((await submit(product, fan++)) !== 201) refused += 1;
    });
    const visits: Promise<number>[] = [];
    while (Date.now() < end) {
      visits.push(answerTime(`${product.url}/healthz`));
      await sleep(20);
    }
    await Promise.all(writers);
    if (refused > 0) throw new Error(`${refused} submissions were refused`);
    const times = (await Promise.all(visits)).sort((a, b) => a - b);
    const p99 = times[Math.floor(times.length * 0.99)] ?? Number.NaN;
    return againstPromise({ bench: 'newcomers', unit: 'ms', ours: p99, promised: PROMISED_MS });
  } finally {
    await product.close();
  }
}

/** On a new connection, which fetch would not open. */
function answerTime(url: string): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    request(url, { agent: false }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(performance.now() - started));
    })
      .on('error', reject)
      .end();
  });
}
