import { setTimeout as sleep } from 'node:timers/promises';
import { createPrediction } from '#contract/predictions.ts';
import { type Database, type Evening, openEvening } from '../../tests/crowd/evening.ts';
import { brokenInvariants } from '../../tests/faults/outcome.ts';
import { cookieOf, picksOf } from '../support/embedded-product.ts';
import { ask, stopAsking } from './ask.ts';
import { percentile, type Rush } from './report.ts';

const PROMISED_MS = 250;
const SUBMISSIONS = 12_000;
const SECONDS = 60;
/** Fans that submit before the rush, to warm up the server. */
const EARLY = 500;

/** The last minute before the lock, with 12,000 fans. */
export async function deadline(database: Database): Promise<Rush> {
  const evening = await openEvening(database, SUBMISSIONS + EARLY);
  try {
    const rush = await submitAtOnce(evening, {
      submissions: SUBMISSIONS,
      seconds: SECONDS,
      early: EARLY,
    });
    const early = rush.answers.filter(({ part }) => part < 0.7).map(({ ms }) => ms);
    return {
      name: `deadline, ${database}`,
      what: `${SUBMISSIONS} submissions of twenty songs in ${SECONDS} s, at a growing rate`,
      times: rush.answers.map(({ ms }) => ms),
      promised: PROMISED_MS,
      errors: {
        ...rush.errors,
        'broken invariants': await brokenInvariants(await evening.databaseUrl()),
      },
      notes: {
        'p99 of the first 70 %': `${Math.round(percentile(early, 0.99))} ms`,
        'server MB': evening.peakMemory() ?? '',
      },
    };
  } finally {
    stopAsking();
    await evening.close();
  }
}

/**
 * Submits twenty songs for each fan at a growing rate, without waiting for earlier responses. Times
 * count from the moment a fan wants to submit. `early` fans submit one by one before the rush.
 */
export async function submitAtOnce(
  evening: Evening,
  { submissions, seconds, early = 0 }: { submissions: number; seconds: number; early?: number },
) {
  const submit = (fan: number) =>
    ask(evening.url + createPrediction.path, {
      cookie: cookieOf(fan),
      body: JSON.stringify({ showId: evening.showId, songIds: picksOf(evening, fan) }),
    });
  for (let fan = submissions; fan < submissions + early; fan += 1) await submit(fan);
  const begun = performance.now();
  const answers = await Promise.all(
    Array.from({ length: submissions }, async (_, fan) => {
      // The rate grows linearly to twice the mean.
      const scheduled = begun + seconds * 1000 * Math.sqrt((fan + 0.5) / submissions);
      await sleep(scheduled - performance.now());
      const { status } = await submit(fan);
      return { status, ms: performance.now() - scheduled, part: fan / submissions };
    }),
  );
  const [stored] = await evening.query<{ count: number }>(
    'select count(*)::int from predictions where show_id = $1',
    [evening.showId],
  );
  return {
    answers,
    errors: {
      '5xx': answers.filter(({ status }) => status >= 500).length,
      'not accepted': answers.filter(({ status }) => status !== 201).length,
      'not stored': submissions + early - (stored?.count ?? 0),
    },
  };
}
