import { createPrediction } from '#contract/predictions.ts';
import { fetchBoard, stopAsking } from '../../bench/load/ask.ts';
import { choosePicks, sessionCookie } from '../../bench/support/embedded-product.ts';
import { inParallel } from '../../tools/api-client.ts';
import type { SeededProduct } from '../crowd/seeded-product.ts';
import { endWithInvariants, type Outcome } from './outcome.ts';

const AT_A_TIME = 16;
const MAX_TIME = 1.3;
/** An index may get one more level. A sequential scan would grow with each part. */
const MAX_PAGES = 1.5;

/**
 * The number of submissions. A part of them at the start and at the end is compared, after a
 * warm-up.
 */
interface Size {
  count: number;
  part: number;
  /** Inserts the submissions between the first and the last part directly. */
  isShort?: boolean;
}

export function submitsFans({ count, part }: Size): number {
  return count + part;
}

/**
 * Compares the last part of the submissions to the embedded database with the first: the time, and
 * the pages that PostgreSQL reads, which don't depend on the machine's load.
 */
export async function submits(product: SeededProduct, size: Size): Promise<Outcome> {
  const { count, part, isShort } = size;
  try {
    const refused = { count: 0 };
    const submitPart = (start: number, length = part) => submitAll(product, start, length, refused);
    await submitPart(0);
    const first = await submitPart(part);
    if (isShort) await product.predict(count);
    else await submitPart(2 * part, count - 2 * part);
    const last = await submitPart(count);
    const [time, pages] = [ratio(last.ms, first.ms), ratio(last.pages, first.pages)];
    return await endWithInvariants(await product.databaseUrl(), {
      summary: `${count} submits; last/first ${part}: time × ${time}, pages × ${pages}`,
      broken: { refused: refused.count, 'more pages': Number(!(pages <= MAX_PAGES)) },
      slow: { slower: Number(!(time <= MAX_TIME)) },
    });
  } finally {
    stopAsking();
  }
}

async function submitAll(
  product: SeededProduct,
  start: number,
  count: number,
  refused: { count: number },
) {
  const previousPages = await countPagesRead(product);
  const started = performance.now();
  const fans = Array.from({ length: count }, (_, fan) => start + fan);
  const responses = await inParallel(fans, AT_A_TIME, (fan) =>
    fetchBoard(product.url + createPrediction.path, {
      cookie: sessionCookie(fan),
      body: JSON.stringify({ showId: product.showId, songIds: choosePicks(product, fan) }),
    }),
  );
  const ms = performance.now() - started;
  refused.count += responses.filter(({ status }) => status !== 201).length;
  return { ms, pages: (await countPagesRead(product)) - previousPages };
}

/**
 * Pages read since the cluster was created. Sessions report them when they end, so end them first.
 */
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

function ratio(value = Number.NaN, divisor = Number.NaN): number {
  return Math.round((value / divisor) * 100) / 100;
}
