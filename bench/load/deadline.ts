import { setTimeout as sleep } from 'node:timers/promises';
import { createPrediction } from '#contract/predictions.ts';
import { type Database, openEvening } from '../../tests/crowd/evening.ts';
import { cookieOf, picksOf } from '../support/embedded-product.ts';
import { ask, stopAsking } from './ask.ts';
import { percentile, type Rush } from './report.ts';

const SUBMISSIONS = 12_000;
const SECONDS = 60;
const PROMISED_MS = 250;
/** Fans that come before it, so that nothing is met for the first time. */
const EARLY = 500;

/**
 * The last minute before the lock: ever more of 12,000 fans submit twenty songs, whether those before
 * them were answered or not. Each waits from the moment at which they wanted to be served.
 */
export async function deadline(database: Database): Promise<Rush> {
  const evening = await openEvening(database, SUBMISSIONS + EARLY);
  try {
    const submit = (fan: number) =>
      ask(evening.url + createPrediction.path, {
        cookie: cookieOf(fan),
        body: JSON.stringify({ showId: evening.showId, songIds: picksOf(evening, fan) }),
      });
    for (let fan = SUBMISSIONS; fan < SUBMISSIONS + EARLY; fan += 1) await submit(fan);
    const begun = performance.now();
    const answers = Array.from({ length: SUBMISSIONS }, async (_, fan) => {
      // The rate grows evenly: twice the mean when the minute ends.
      const scheduled = begun + SECONDS * 1000 * Math.sqrt((fan + 0.5) / SUBMISSIONS);
      await sleep(scheduled - performance.now());
      const { status } = await submit(fan);
      return { status, ms: performance.now() - scheduled, second: (scheduled - begun) / 1000 };
    });
    const all = await Promise.all(answers);
    const early = all.filter(({ second }) => second < 50).map(({ ms }) => ms);
    const [stored] = await evening.query<{ count: number }>(
      'select count(*)::int from predictions where show_id = $1',
      [evening.showId],
    );
    return {
      name: `deadline, ${database}`,
      what: `${SUBMISSIONS} submissions of twenty songs in ${SECONDS} s, ever more of them`,
      times: all.map(({ ms }) => ms),
      promised: PROMISED_MS,
      errors: {
        '5xx': all.filter(({ status }) => status >= 500).length,
        'not taken': all.filter(({ status }) => status !== 201).length,
        'not stored': SUBMISSIONS + EARLY - (stored?.count ?? 0),
      },
      notes: {
        'p99 of the first 50 s': `${Math.round(percentile(early, 0.99))} ms`,
        'server MB': evening.peakMemory() ?? '',
      },
    };
  } finally {
    stopAsking();
    await evening.close();
  }
}
