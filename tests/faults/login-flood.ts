import { setTimeout as sleep } from 'node:timers/promises';
import { login } from '#contract/accounts.ts';
import { ask, stopAsking } from '../../bench/load/ask.ts';
import { percentile } from '../../bench/load/report.ts';
import { openEvening } from '../crowd/evening.ts';
import { PASSWORD, signUp } from '../nodes/person.ts';
import { endWithInvariants, type Outcome } from './outcome.ts';

const A_SECOND = 500;
const PROMISED_MS = 500;
const READ_EVERY_MS = 50;

/**
 * 500 sign-ins a second, half of them guesses at one fan's password and half of accounts that nobody
 * has: that fan's open session answers all the while, and other routes are fast.
 */
export async function loginFlood(seconds: number): Promise<Outcome> {
  const evening = await openEvening('embedded', 1);
  try {
    const { url } = evening;
    const victim = await signUp('victim', url);
    const count = seconds * A_SECOND;
    const begun = performance.now();
    const guesses = Array.from({ length: count }, async (_, n) => {
      await sleep(begun + (n * 1000) / A_SECOND - performance.now());
      const name = n % 2 === 0 ? 'victim' : `nobody${n}`;
      const body = JSON.stringify({ email: `${name}@example.com`, password: `guess ${n}` });
      return (await ask(url + login.path, { cookie: '', body })).status;
    });
    const times: number[] = [];
    let failed = 0;
    while (performance.now() < begun + seconds * 1000) {
      const asked = performance.now();
      const { status } = await victim.ask('GET', '/api/predictions/my-predictions');
      times.push(performance.now() - asked);
      if (status !== 200) failed += 1;
      await sleep(READ_EVERY_MS);
    }
    const statuses = await Promise.all(guesses);
    const refusals = statuses.filter((status) => [401, 429, 503].includes(status)).length;
    // The same device, which has signed in before.
    const credentials = { email: 'victim@example.com', password: PASSWORD };
    const again = await victim.ask('POST', login.path, credentials);
    const p99 = Math.round(percentile(times, 0.99));
    const limited = statuses.filter((status) => status === 429).length;
    return await endWithInvariants(await evening.databaseUrl(), {
      figure: `${count} guesses in ${seconds} s, ${limited} × 429; ${times.length} reads of the fan's open session, p99 ${p99} ms`,
      broken: {
        'reads that failed': failed,
        'guesses answered otherwise': count - refusals,
        'sign-ins refused to the known device': Number(again.status !== 200),
        'ms too slow at p99': Math.max(0, p99 - PROMISED_MS),
      },
    });
  } finally {
    stopAsking();
    await evening.close();
  }
}
