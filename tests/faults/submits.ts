import { createPrediction } from '#contract/predictions.ts';
import { ask, stopAsking } from '../../bench/load/ask.ts';
import { cookieOf, picksOf } from '../../bench/support/embedded-product.ts';
import { inParallel } from '../../tools/api-client.ts';
import { type Evening, openEvening } from '../crowd/evening.ts';
import { endWithInvariants, type Outcome } from './outcome.ts';

const PARTS = 20;
const AT_A_TIME = 16;
const MOST_TIME = 1.3;
/** An index may get one floor more; what is looked through from end to end would grow with each part. */
const MOST_PAGES = 1.5;

/**
 * So many submissions to the embedded database: what the last twentieth takes beside the first. Of
 * time, where `timed`; of the pages that PostgreSQL looks at always, as no other work on the machine
 * changes those.
 */
export async function submits(count: number, { timed = true } = {}): Promise<Outcome> {
  const part = count / PARTS;
  const evening = await openEvening('embedded', count + part);
  try {
    // The first part warms the server up.
    const parts: { ms: number; pages: number; refused: number }[] = [];
    for (let from = 0; from < count + part; from += part)
      parts.push(await submitPart(evening, from, part));
    const [, first, last] = [...parts.slice(0, 2), parts.at(-1)];
    const [time, pages] = [ratio(last?.ms, first?.ms), ratio(last?.pages, first?.pages)];
    return await endWithInvariants(await evening.databaseUrl(), {
      figure: `${count} submits; last/first ${part}: time × ${time}, pages × ${pages}`,
      broken: {
        refused: parts.reduce((sum, { refused }) => sum + refused, 0),
        slower: Number(timed && !(time <= MOST_TIME)),
        'more pages': Number(!(pages <= MOST_PAGES)),
      },
    });
  } finally {
    stopAsking();
    await evening.close();
  }
}

async function submitPart(evening: Evening, from: number, count: number) {
  const before = await pagesLookedAt(evening);
  const started = performance.now();
  const fans = Array.from({ length: count }, (_, fan) => from + fan);
  const answers = await inParallel(fans, AT_A_TIME, (fan) =>
    ask(evening.url + createPrediction.path, {
      cookie: cookieOf(fan),
      body: JSON.stringify({ showId: evening.showId, songIds: picksOf(evening, fan) }),
    }),
  );
  const ms = performance.now() - started;
  const refused = answers.filter(({ status }) => status !== 201).length;
  return { ms, pages: (await pagesLookedAt(evening)) - before, refused };
}

/** Since the cluster was made. Sessions of the server tell it when they end, so they are ended first. */
async function pagesLookedAt({ query }: Evening): Promise<number> {
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

function ratio(one = Number.NaN, other = Number.NaN): number {
  return Math.round((one / other) * 100) / 100;
}
