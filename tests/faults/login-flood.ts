import { setTimeout as sleep } from 'node:timers/promises';
import { login } from '#contract/accounts.ts';
import { ask, stopAsking } from '../../bench/load/ask.ts';
import { openEvening } from '../crowd/evening.ts';
import { PASSWORD, signUp } from '../nodes/person.ts';
import { readDuring } from './open-session.ts';
import { endWithInvariants, type Outcome } from './outcome.ts';

const A_SECOND = 500;

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
    const { result: statuses, summary, broken } = await readDuring(victim, Promise.all(guesses));
    const refusals = statuses.filter((status) => [401, 429, 503].includes(status)).length;
    // The same device, which has signed in before.
    const credentials = { email: 'victim@example.com', password: PASSWORD };
    const again = await victim.ask('POST', login.path, credentials);
    const limited = statuses.filter((status) => status === 429).length;
    return await endWithInvariants(await evening.databaseUrl(), {
      summary: `${count} guesses in ${seconds} s, ${limited} × 429; ${summary}`,
      broken: {
        ...broken,
        'guesses answered otherwise': count - refusals,
        'sign-ins refused to the known device': Number(again.status !== 200),
      },
    });
  } finally {
    stopAsking();
    await evening.close();
  }
}
