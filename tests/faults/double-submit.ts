import { createPrediction } from '#contract/predictions.ts';
import { buildSessionCookie, choosePicks } from '../../bench/support/embedded-product.ts';
import { startSeededProduct } from '../crowd/seeded-product.ts';
import { createClient } from '../nodes/api-client.ts';
import { endWithInvariants, type Outcome } from './outcome.ts';

const REQUEST_COUNT = 200;

/**
 * Each fan posts two lists, as if from two devices. One row is created. Requests with its list get
 * 200, the others 409.
 */
export async function runDoubleSubmit(fans: number): Promise<Outcome> {
  const product = await startSeededProduct('embedded', fans);
  try {
    const { url, showId } = product;
    let wrongCount = 0;
    for (let fan = 0; fan < fans; fan += 1) {
      const client = createClient(url);
      client.cookie = buildSessionCookie(fan);
      const lists = [choosePicks(product, fan), choosePicks(product, fan + 1)];
      const responses = await Promise.all(
        Array.from({ length: REQUEST_COUNT }, async (_, n) => {
          const songIds = lists[n % 2];
          const { status } = await client.send('POST', createPrediction.path, { showId, songIds });
          return { status, list: n % 2 };
        }),
      );
      const createdResponses = responses.filter(({ status }) => status === 201);
      const listIndex = createdResponses[0]?.list;
      if (createdResponses.length !== 1) wrongCount += 1;
      for (const { status, list } of responses)
        if (status !== 201 && status !== (list === listIndex ? 200 : 409)) wrongCount += 1;
    }
    const [rows] = await product.query<{ count: number }>(
      'select count(*)::int from predictions where show_id = $1',
      [showId],
    );
    const count = rows?.count ?? 0;
    return await endWithInvariants(await product.databaseUrl(), {
      summary: `${fans} fans × ${REQUEST_COUNT} posts at once, ${count} rows`,
      broken: { 'wrong responses': wrongCount, 'extra rows': count - fans },
    });
  } finally {
    await product.close();
  }
}
