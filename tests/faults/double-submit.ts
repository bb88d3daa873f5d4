import { createPrediction } from '#contract/predictions.ts';
import { cookieOf, picksOf } from '../../bench/support/embedded-product.ts';
import { openEvening } from '../crowd/evening.ts';
import { personAt } from '../nodes/person.ts';
import { endWithInvariants, type Outcome } from './outcome.ts';

const AT_ONCE = 200;

/**
 * Each fan posts 200 times at once, half of the requests with another list, as from two devices.
 * One row is created. Requests with the same list get 200, the others 409.
 */
export async function doubleSubmit(fans: number): Promise<Outcome> {
  const evening = await openEvening('embedded', fans);
  try {
    const { url, showId } = evening;
    let wrong = 0;
    for (let fan = 0; fan < fans; fan += 1) {
      const person = personAt(url);
      person.cookie = cookieOf(fan);
      const lists = [picksOf(evening, fan), picksOf(evening, fan + 1)];
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, async (_, n) => {
          const songIds = lists[n % 2];
          const { status } = await person.send('POST', createPrediction.path, { showId, songIds });
          return { status, list: n % 2 };
        }),
      );
      const made = answers.filter(({ status }) => status === 201);
      const stored = made[0]?.list;
      if (made.length !== 1) wrong += 1;
      for (const { status, list } of answers)
        if (status !== 201 && status !== (list === stored ? 200 : 409)) wrong += 1;
    }
    const [rows] = await evening.query<{ count: number }>(
      'select count(*)::int from predictions where show_id = $1',
      [showId],
    );
    const count = rows?.count ?? 0;
    return await endWithInvariants(await evening.databaseUrl(), {
      summary: `${fans} fans × ${AT_ONCE} posts at once, ${count} rows`,
      broken: { 'wrong answers': wrong, 'extra rows': count - fans },
    });
  } finally {
    await evening.close();
  }
}
