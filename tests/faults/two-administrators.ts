import type { SetlistEntry } from '#contract/setlists.ts';
import { openEvening } from '../crowd/evening.ts';
import { type Answer, must, type Person, signIn, signUp } from '../nodes/person.ts';
import { endWithInvariants, type Outcome } from './outcome.ts';

const FANS = 200;

/**
 * Two administrators add, insert, move, remove and score at the same time on a show with
 * predictions. No position is taken twice, nothing deadlocks, and requests fail only because the
 * other was first.
 */
export async function twoAdministrators(rounds: number): Promise<Outcome> {
  const evening = await openEvening('embedded', FANS);
  try {
    const { url, admin, songIds } = evening;
    const colleague = await colleagueOf(admin, url);
    await evening.begin();
    for (const songId of songIds.slice(0, 3)) await evening.play(songId);
    const setlist = `/api/shows/${evening.showId}/setlist`;
    const song = (n: number) => ({ songId: songIds[n % songIds.length] });
    const answers: Answer[] = [];
    let gaps = 0;
    for (let round = 0; round < rounds; round += 1) {
      const rows: SetlistEntry[] = await must(admin, 200, 'GET', setlist);
      const [first, third, last] = [rows[0]?.id, rows[2]?.id, rows.at(-1)?.id];
      const position = rows.length + 1;
      answers.push(
        ...(await Promise.all([
          admin.send('POST', setlist, song(round)),
          colleague.send('POST', setlist, { ...song(round + 7), position }),
          admin.send('POST', setlist, { ...song(round + 11), position: 2, insert: true }),
          admin.send('DELETE', `${setlist}/${first}`),
          colleague.send('PATCH', `${setlist}/${last}`, { position: 1, isCloser: round % 2 === 0 }),
          colleague.send('POST', `/api/shows/${evening.showId}/calculate-scores`),
          // Keeps the setlist from growing.
          ...(rows.length > 6 ? [colleague.send('DELETE', `${setlist}/${third}`)] : []),
        ])),
      );
      const after: SetlistEntry[] = await must(admin, 200, 'GET', setlist);
      if (after.some((row, index) => row.position !== index + 1)) gaps += 1;
    }
    const made = answers.filter(({ status }) => status < 300 && status > 0).length;
    const second = answers.filter(({ status }) => status === 409).length;
    const [database] = await evening.query<{ deadlocks: number }>(
      'select deadlocks::int from pg_stat_database where datname = current_database()',
    );
    return await endWithInvariants(await evening.databaseUrl(), {
      summary: `${rounds} rounds, ${made} changes made, ${second} refused because the other was first`,
      broken: {
        deadlocks: database?.deadlocks ?? 1,
        'unexpected responses': answers.length - made - second,
        'setlists with a gap or a duplicate position': gaps,
      },
    });
  } finally {
    await evening.close();
  }
}

async function colleagueOf(admin: Person, url: string): Promise<Person> {
  const { id } = await must(await signUp('colleague', url), 200, 'GET', '/api/auth/user');
  await must(admin, 200, 'PATCH', `/api/admin/users/${id}`, { isAdmin: true });
  return signIn('colleague', url);
}
