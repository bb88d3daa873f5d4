import { setTimeout as sleep } from 'node:timers/promises';
import { register } from '#contract/accounts.ts';
import { ask, stopAsking } from '../../bench/load/ask.ts';
import { openEvening } from '../crowd/evening.ts';
import { PASSWORD, signUp } from '../nodes/person.ts';
import { readDuring } from './open-session.ts';
import { endWithInvariants, type Outcome } from './outcome.ts';

/** Whoever is told to come again shortly does so, up to then. */
const TIMEOUT_MS = 60_000;
const AGAIN_MS = 3_000;

/**
 * So many people sign up at one moment, of one network: an open session answers all the while, who is
 * told to come again gets in, up to the ceiling of a network, and everybody who was told of an account
 * has one.
 */
export async function signUpBurst(people: number): Promise<Outcome> {
  const evening = await openEvening('embedded', 1);
  try {
    const { url, query } = evening;
    const fan = await signUp('already-here', url);
    const until = performance.now() + TIMEOUT_MS;
    let waits = 0;
    const join = async (name: string): Promise<number> => {
      const body = JSON.stringify({
        email: `${name}@example.com`,
        username: name,
        password: PASSWORD,
      });
      for (;;) {
        const { status } = await ask(url + register.path, { cookie: '', body });
        if (status !== 503 || performance.now() > until) return status;
        waits += 1;
        await sleep(AGAIN_MS * (1 + Math.random()));
      }
    };
    const burst = Promise.all(Array.from({ length: people }, (_, n) => join(`newcomer${n}`)));
    const { result: statuses, summary, broken } = await readDuring(fan, burst);
    const count = (wanted: number) => statuses.filter((status) => status === wanted).length;
    const [stored] = await query<{ count: number }>(
      "select count(*)::int from users where username like 'newcomer%'",
    );
    return await endWithInvariants(await evening.databaseUrl(), {
      summary: `${people} sign-ups at once: ${count(201)} got in, ${count(429)} × 429, asked to come again ${waits} times; ${summary}`,
      broken: {
        ...broken,
        'sign-ups answered otherwise': people - count(201) - count(429),
        'accounts told of and not stored, or the other way round': Math.abs(
          (stored?.count ?? Number.NaN) - count(201),
        ),
      },
    });
  } finally {
    stopAsking();
    await evening.close();
  }
}
