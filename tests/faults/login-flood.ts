import { setTimeout as sleep } from 'node:timers/promises';
import { login } from '#contract/accounts.ts';
import { closeConnections, sendRequest } from '../../bench/load/send-request.ts';
import { startSeededProduct } from '../crowd/seeded-product.ts';
import { PASSWORD, signUp } from '../nodes/api-client.ts';
import { fetchDuring } from './open-session.ts';
import { endWithInvariants, type Outcome } from './outcome.ts';

const REQUESTS_PER_SECOND = 500;

/**
 * Half of the sign-ins guess one fan's password. The fan's session keeps working, and other routes
 * stay fast.
 */
export async function runLoginFlood(seconds: number): Promise<Outcome> {
  const product = await startSeededProduct('embedded', 1);
  try {
    const { url } = product;
    const victim = await signUp('victim', url);
    const count = seconds * REQUESTS_PER_SECOND;
    const startedAt = performance.now();
    const guesses = Array.from({ length: count }, async (_, n) => {
      await sleep(startedAt + (n * 1000) / REQUESTS_PER_SECOND - performance.now());
      const name = n % 2 === 0 ? 'victim' : `nobody${n}`;
      const body = JSON.stringify({ email: `${name}@example.com`, password: `guess ${n}` });
      return (await sendRequest(url + login.path, { cookie: '', body })).status;
    });
    const { result: statuses, summary, broken } = await fetchDuring(victim, Promise.all(guesses));
    const rejectionCount = statuses.filter((status) => [401, 429, 503].includes(status)).length;
    const credentials = { email: 'victim@example.com', password: PASSWORD };
    const secondLogin = await victim.send('POST', login.path, credentials);
    const limitedCount = statuses.filter((status) => status === 429).length;
    return await endWithInvariants(await product.databaseUrl(), {
      summary: `${count} guesses in ${seconds} s, ${limitedCount} × 429; ${summary}`,
      broken: {
        ...broken,
        'unexpected responses to guesses': count - rejectionCount,
        'rejected sign-ins from the known device': Number(secondLogin.status !== 200),
      },
    });
  } finally {
    closeConnections();
    await product.close();
  }
}
