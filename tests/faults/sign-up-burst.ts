import { setTimeout as sleep } from 'node:timers/promises';
import { register } from '#contract/accounts.ts';
import { closeConnections, sendRequest } from '../../bench/load/send-request.ts';
import { startSeededProduct } from '../crowd/seeded-product.ts';
import { PASSWORD, signUp } from '../nodes/api-client.ts';
import { fetchDuring } from './open-session.ts';
import { endWithInvariants, type Outcome } from './outcome.ts';

const TIMEOUT_MS = 60_000;
const RETRY_MS = 3_000;

/**
 * A signed-in fan's requests keep succeeding, retries succeed up to the network's limit, and
 * exactly the acknowledged accounts exist.
 */
export async function runSignUpBurst(people: number): Promise<Outcome> {
  const product = await startSeededProduct('embedded', 1);
  try {
    const { url, query } = product;
    const fan = await signUp('already-here', url);
    const retryUntil = performance.now() + TIMEOUT_MS;
    let retries = 0;
    const signUpWithRetries = async (name: string): Promise<number> => {
      const body = JSON.stringify({
        email: `${name}@example.com`,
        username: name,
        password: PASSWORD,
      });
      for (;;) {
        const { status } = await sendRequest(url + register.path, { cookie: '', body });
        if (status !== 503 || performance.now() > retryUntil) return status;
        retries += 1;
        await sleep(RETRY_MS * (1 + Math.random()));
      }
    };
    const burst = Promise.all(
      Array.from({ length: people }, (_, n) => signUpWithRetries(`newcomer${n}`)),
    );
    const { result: statuses, summary, broken } = await fetchDuring(fan, burst);
    const countStatus = (expectedStatus: number) =>
      statuses.filter((status) => status === expectedStatus).length;
    const [userCount] = await query<{ count: number }>(
      "select count(*)::int from users where username like 'newcomer%'",
    );
    return await endWithInvariants(await product.databaseUrl(), {
      summary: `${people} sign-ups at once: ${countStatus(201)} accepted, ${countStatus(429)} × 429, ${retries} retries requested; ${summary}`,
      broken: {
        ...broken,
        'unexpected responses to sign-ups': people - countStatus(201) - countStatus(429),
        'differences between acknowledged and stored accounts': Math.abs(
          (userCount?.count ?? Number.NaN) - countStatus(201),
        ),
      },
    });
  } finally {
    closeConnections();
    await product.close();
  }
}
