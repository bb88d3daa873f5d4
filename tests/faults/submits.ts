import { createPrediction } from '#contract/predictions.ts';
import { closeConnections, sendRequest } from '../../bench/load/send-request.ts';
import { buildSessionCookie, choosePicks } from '../../bench/support/embedded-product.ts';
import { inParallel } from '../../tools/api-client.ts';
import type { SeededProduct } from '../crowd/seeded-product.ts';
import { endWithInvariants, type Outcome } from './outcome.ts';

const CONCURRENCY = 16;
const MAX_TIME = 1.3;
/** An index may grow by one level. A sequential scan would grow with each batch. */
const MAX_PAGES = 1.5;

interface Size {
  count: number;
  batchSize: number;
  isShort?: boolean;
}

export function countSubmitFans({ count, batchSize }: Size): number {
  return count + batchSize;
}

/**
 * Compares the last batch with the first: the time, and the pages that PostgreSQL reads, which
 * don't depend on the machine's load.
 */
export async function runSubmits(product: SeededProduct, size: Size): Promise<Outcome> {
  const { count, batchSize, isShort } = size;
  try {
    const rejections = { count: 0 };
    const submitBatch = (start: number, length = batchSize) =>
      submitAll(product, start, length, rejections);
    await submitBatch(0);
    const firstBatch = await submitBatch(batchSize);
    if (isShort) await product.predict(count);
    else await submitBatch(2 * batchSize, count - 2 * batchSize);
    const lastBatch = await submitBatch(count);
    const [time, pages] = [
      computeRatio(lastBatch.ms, firstBatch.ms),
      computeRatio(lastBatch.pages, firstBatch.pages),
    ];
    return await endWithInvariants(await product.databaseUrl(), {
      summary: `${count} submissions; last/first ${batchSize}: time × ${time}, pages × ${pages}`,
      broken: {
        'rejected submissions': rejections.count,
        'more pages': Number(!(pages <= MAX_PAGES)),
      },
      slow: { slower: Number(!(time <= MAX_TIME)) },
    });
  } finally {
    closeConnections();
  }
}

async function submitAll(
  product: SeededProduct,
  start: number,
  count: number,
  rejections: { count: number },
) {
  const previousPages = await countPagesRead(product);
  const startedAt = performance.now();
  const fans = Array.from({ length: count }, (_, fan) => start + fan);
  const responses = await inParallel(fans, CONCURRENCY, (fan) =>
    sendRequest(product.url + createPrediction.path, {
      cookie: buildSessionCookie(fan),
      body: JSON.stringify({ showId: product.showId, songIds: choosePicks(product, fan) }),
    }),
  );
  const ms = performance.now() - startedAt;
  rejections.count += responses.filter(({ status }) => status !== 201).length;
  return { ms, pages: (await countPagesRead(product)) - previousPages };
}

/** Ends all sessions first, because they report their pages only when they end. */
async function countPagesRead({ query }: SeededProduct): Promise<number> {
  await query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  const [row] = await query<{ pages: number }>(
    `select (blks_hit + blks_read)::float as pages from pg_stat_database
     where datname = current_database()`,
  );
  return row?.pages ?? Number.NaN;
}

function computeRatio(value = Number.NaN, divisor = Number.NaN): number {
  return Math.round((value / divisor) * 100) / 100;
}
