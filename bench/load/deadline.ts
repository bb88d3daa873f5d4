import { setTimeout as sleep } from 'node:timers/promises';
import { createPrediction } from '#contract/predictions.ts';
import { type Database, openEvening } from '../../tests/crowd/evening.ts';
import { brokenInvariants } from '../../tests/faults/outcome.ts';
import { cookieOf, picksOf } from '../support/embedded-product.ts';
import { ask, stopAsking } from './ask.ts';
import { percentile, type Rush } from './report.ts';

const PROMISED_MS = 250;
/** Fans that come before it, so that nothing is met for the first time. */
const EARLY = 500;

/**
 * The last minute before the lock: ever more of 12,000 fans submit twenty songs, whether those before
 * them were answered or not. Each waits from the moment at which they wanted to be served.
 */
export async function deadline(
  database: Database,
  { submissions = 12_000, seconds = 60 } = {},
): Promise<Rush> {
  const evening = await openEvening(database, submissions + EARLY);
  try {
    const submit = (fan: number) =>
      ask(evening.url + createPrediction.path, {
        cookie: cookieOf(fan),
        body: JSON.stringify({ showId: evening.showId, songIds: picksOf(evening, fan) }),
      });
    for (let fan = submissions; fan < submissions + EARLY; fan += 1) await submit(fan);
    const begun = performance.now();
    const answers = Array.from({ length: submissions }, async (_, fan) => {
      // The rate grows evenly: twice the mean when the minute ends.
      const scheduled = begun + seconds * 1000 * Math.sqrt((fan + 0.5) / submissions);
      await sleep(scheduled - performance.now());
      const { status } = await submit(fan);
      return { status, ms: performance.now() - scheduled, part: fan / submissions };
    });
    const all = await Promise.all(answers);
    const early = all.filter(({ part }) => part < 0.7).map(({ ms }) => ms);
    const [stored] = await evening.query<{ count: number }>(
      'select count(*)::int from predictions where show_id = $1',
      [evening.showId],
    );
    return {
      name: `deadline, ${database}`,
      what: `${submissions} submissions of twenty songs in ${seconds} s, ever more of them`,
      times: all.map(({ ms }) => ms),
      promised: PROMISED_MS,
      errors: {
        '5xx': all.filter(({ status }) => status >= 500).length,
        'not taken': all.filter(({ status }) => status !== 201).length,
        'not stored': submissions + EARLY - (stored?.count ?? 0),
        'invariants that do not hold': await brokenInvariants(await evening.databaseUrl()),
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
