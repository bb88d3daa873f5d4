import type { SetlistEntry } from '#contract/setlists.ts';
import { startSeededProduct } from '../crowd/seeded-product.ts';
import {
  type ApiClient,
  type ApiResponse,
  sendOrThrow,
  signIn,
  signUp,
} from '../nodes/api-client.ts';
import { endWithInvariants, type Outcome } from './outcome.ts';

const FAN_COUNT = 200;

/**
 * Two administrators change a setlist at the same time. No position is taken twice, nothing
 * deadlocks, and requests fail only because the other administrator was first.
 */
export async function runTwoAdministrators(rounds: number): Promise<Outcome> {
  const product = await startSeededProduct('embedded', FAN_COUNT);
  try {
    const { url, admin, songIds } = product;
    const colleague = await findColleague(admin, url);
    await product.startShow();
    for (const songId of songIds.slice(0, 3)) await product.play(songId);
    const setlist = `/api/shows/${product.showId}/setlist`;
    const createBody = (n: number) => ({ songId: songIds[n % songIds.length] });
    const responses: ApiResponse[] = [];
    let gapCount = 0;
    for (let round = 0; round < rounds; round += 1) {
      const rows: SetlistEntry[] = await sendOrThrow(admin, 200, 'GET', setlist);
      const [first, third, last] = [rows[0]?.id, rows[2]?.id, rows.at(-1)?.id];
      const position = rows.length + 1;
      responses.push(
        ...(await Promise.all([
          admin.send('POST', setlist, createBody(round)),
          colleague.send('POST', setlist, { ...createBody(round + 7), position }),
          admin.send('POST', setlist, { ...createBody(round + 11), position: 2, insert: true }),
          admin.send('DELETE', `${setlist}/${first}`),
          colleague.send('PATCH', `${setlist}/${last}`, { position: 1, isCloser: round % 2 === 0 }),
          colleague.send('POST', `/api/shows/${product.showId}/calculate-scores`),
          ...(rows.length > 6 ? [colleague.send('DELETE', `${setlist}/${third}`)] : []),
        ])),
      );
      const finalRows: SetlistEntry[] = await sendOrThrow(admin, 200, 'GET', setlist);
      if (finalRows.some((row, index) => row.position !== index + 1)) gapCount += 1;
    }
    const successCount = responses.filter(({ status }) => status < 300 && status > 0).length;
    const conflictCount = responses.filter(({ status }) => status === 409).length;
    const [database] = await product.query<{ deadlocks: number }>(
      'select deadlocks::int from pg_stat_database where datname = current_database()',
    );
    return await endWithInvariants(await product.databaseUrl(), {
      summary: `${rounds} rounds, ${successCount} changes made, ${conflictCount} rejected because the other was first`,
      broken: {
        deadlocks: database?.deadlocks ?? 1,
        'unexpected responses': responses.length - successCount - conflictCount,
        'setlists with a gap or a duplicate position': gapCount,
      },
    });
  } finally {
    await product.close();
  }
}

async function findColleague(admin: ApiClient, url: string): Promise<ApiClient> {
  const { id } = await sendOrThrow(await signUp('colleague', url), 200, 'GET', '/api/auth/user');
  await sendOrThrow(admin, 200, 'PATCH', `/api/admin/users/${id}`, { isAdmin: true });
  return signIn('colleague', url);
}
