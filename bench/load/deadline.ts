import { setTimeout as sleep } from 'node:timers/promises';
import { createPrediction } from '#contract/predictions.ts';
import {
  type Database,
  type SeededProduct,
  startSeededProduct,
} from '../../tests/crowd/seeded-product.ts';
import { brokenInvariants } from '../../tests/faults/outcome.ts';
import { choosePicks, sessionCookie } from '../support/embedded-product.ts';
import { fetchBoard, stopAsking } from './ask.ts';
import { percentile, type Rush } from './report.ts';

const PROMISED_MS = 250;
const SUBMISSIONS = 12_000;
const SECONDS = 60;
/** Fans that submit before the rush, to warm up the server. */
const EARLY = 500;

/** The last minute before the lock, with 12,000 fans. */
export async function deadline(database: Database): Promise<Rush> {
  const product = await startSeededProduct(database, SUBMISSIONS + EARLY);
  try {
    const rush = await submitAtOnce(product, {
      submissions: SUBMISSIONS,
      seconds: SECONDS,
      early: EARLY,
    });
    const early = rush.responses.filter(({ part }) => part < 0.7).map(({ ms }) => ms);
    return {
      name: `deadline, ${database}`,
      description: `${SUBMISSIONS} submissions of twenty songs in ${SECONDS} s, at a growing rate`,
      times: rush.responses.map(({ ms }) => ms),
      promised: PROMISED_MS,
      errors: {
        ...rush.errors,
        'broken invariants': await brokenInvariants(await product.databaseUrl()),
      },
      notes: {
        'p99 of the first 70 %': `${Math.round(percentile(early, 0.99))} ms`,
        'server MB': product.peakMemory() ?? '',
      },
    };
  } finally {
    stopAsking();
    await product.close();
  }
}

/**
 * Submits twenty songs for each fan at a growing rate, without waiting for earlier responses. Times
 * count from the moment a fan wants to submit. `early` fans submit one by one before the rush.
 */
export async function submitAtOnce(
  product: SeededProduct,
  { submissions, seconds, early = 0 }: { submissions: number; seconds: number; early?: number },
) {
  const submit = (fan: number) =>
    fetchBoard(product.url + createPrediction.path, {
      cookie: sessionCookie(fan),
      body: JSON.stringify({ showId: product.showId, songIds: choosePicks(product, fan) }),
    });
  for (let fan = submissions; fan < submissions + early; fan += 1) await submit(fan);
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
      'not stored': submissions + early - (predictionCount?.count ?? 0),
    },
  };
}
