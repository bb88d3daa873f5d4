import { inParallel } from '../scripts/api-person.ts';
import { type Finding, findingOf } from './support/compare.ts';
import { startEmbeddedProduct, submit } from './support/embedded-product.ts';

const SUBMITS = 20_000;
const PART = 1_000;
const AT_A_TIME = 16;

/** 20,000 submissions to the embedded database: milliseconds of the last thousand beside the first. */
export async function submits(): Promise<Finding> {
  const product = await startEmbeddedProduct(SUBMITS + PART);
  try {
    const fans = Array.from({ length: SUBMITS + PART }, (_, fan) => fan);
    const times: number[] = [];
    for (let from = 0; from < fans.length; from += PART) {
      const started = performance.now();
      const statuses = await inParallel(fans.slice(from, from + PART), AT_A_TIME, (fan) =>
        submit(product, fan),
      );
      times.push(performance.now() - started);
      if (statuses.some((status) => status !== 201)) throw new Error('A submission was refused');
    }
    // The first part warms the server up.
    const [, first = Number.NaN] = times;
    const ours = times.at(-1) ?? Number.NaN;
    return findingOf({ bench: 'submits', unit: 'ms', ours, baseline: first, bar: { atMost: 1.3 } });
  } finally {
    await product.close();
  }
}
