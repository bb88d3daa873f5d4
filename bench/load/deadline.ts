import { setTimeout as sleep } from 'node:timers/promises';
import { createPrediction } from '#contract/predictions.ts';
import {
  type Database,
  type SeededProduct,
  startSeededProduct,
} from '../../tests/crowd/seeded-product.ts';
import { countBrokenInvariants } from '../../tests/faults/outcome.ts';
import { buildSessionCookie, choosePicks } from '../support/embedded-product.ts';
import { type LoadResult, percentile } from './report.ts';
import { closeConnections, sendRequest } from './send-request.ts';

const TARGET_MS = 250;
const SUBMISSION_COUNT = 12_000;
const DURATION_S = 60;
/** These fans submit first, to warm up the server. */
const WARM_UP_COUNT = 500;

export async function measureDeadline(database: Database): Promise<LoadResult> {
  const product = await startSeededProduct(database, SUBMISSION_COUNT + WARM_UP_COUNT);
  try {
    const rush = await submitAtIncreasingRate(product, {
      submissions: SUBMISSION_COUNT,
      seconds: DURATION_S,
      warmUp: WARM_UP_COUNT,
    });
    const earlyTimes = rush.responses.filter(({ part }) => part < 0.7).map(({ ms }) => ms);
    return {
      name: `deadline, ${database}`,
      description: `${SUBMISSION_COUNT} submissions of twenty songs in ${DURATION_S} s, at an increasing rate`,
      times: rush.responses.map(({ ms }) => ms),
      target: TARGET_MS,
      errors: {
        ...rush.errors,
        'broken invariants': await countBrokenInvariants(await product.databaseUrl()),
      },
      notes: {
        'p99 of the first 70 %': `${Math.round(percentile(earlyTimes, 0.99))} ms`,
        'server MB': product.peakMemory() ?? '',
      },
    };
  } finally {
    closeConnections();
    await product.close();
  }
}

/**
 * Submits at an increasing rate, without waiting for earlier responses. `warmUp` fans submit first.
 */
export async function submitAtIncreasingRate(
  product: SeededProduct,
  { submissions, seconds, warmUp = 0 }: { submissions: number; seconds: number; warmUp?: number },
) {
  const submit = (fan: number) =>
    sendRequest(product.url + createPrediction.path, {
      cookie: buildSessionCookie(fan),
      body: JSON.stringify({ showId: product.showId, songIds: choosePicks(product, fan) }),
    });
  for (let fan = submissions; fan < submissions + warmUp; fan += 1) await submit(fan);
  const startedAt = performance.now();
  const responses = await Promise.all(
    Array.from({ length: submissions }, async (_, fan) => {
      // The rate grows linearly to twice the mean.
      const scheduledAt = startedAt + seconds * 1000 * Math.sqrt((fan + 0.5) / submissions);
      await sleep(scheduledAt - performance.now());
      const { status } = await submit(fan);
      return { status, ms: performance.now() - scheduledAt, part: fan / submissions };
    }),
  );
  const [predictionCount] = await product.query<{ count: number }>(
    'select count(*)::int from predictions where show_id = $1',
    [product.showId],
  );
  return {
    responses,
    errors: {
      '5xx': responses.filter(({ status }) => status >= 500).length,
      'not accepted': responses.filter(({ status }) => status !== 201).length,
      'not stored': submissions + warmUp - (predictionCount?.count ?? 0),
    },
  };
}
