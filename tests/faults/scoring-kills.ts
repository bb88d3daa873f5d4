import { setTimeout as sleep } from 'node:timers/promises';
import type { Evening } from '../crowd/evening.ts';
import { must } from '../nodes/person.ts';
import { killInTurn } from './kills.ts';
import { endWithInvariants, type Outcome } from './outcome.ts';

const SONGS = 20;

/**
 * SIGKILLs the server, its PostgreSQL or both at points spread over the duration of a calculation:
 * in turn the first of a show, and the one after a setlist change. The stored scores are all old or
 * all new, and a second calculation gives the same scores.
 */
export async function scoringKills(evening: Evening, points: number): Promise<Outcome> {
  await evening.begin();
  for (const songId of evening.songIds.slice(0, SONGS)) await evening.play(songId);
  await must(evening.admin, 200, 'PATCH', statusOf(evening), { status: 'closed' });
  const started = performance.now();
  await calculate(evening);
  const took = performance.now() - started;
  let [torn, cut] = [0, 0];
  for (let point = 0; point < points; point += 1) {
    const change = point % 2 === 0 ? await clear(evening) : addSong(evening, SONGS + point);
    const before = await scores(evening);
    const answer = change();
    await sleep((took * (point + 0.5)) / points);
    await killInTurn(evening, point);
    const { status } = await answer;
    if (status === 0 || status >= 300) cut += 1;
    if (!(await isWhole(evening, before))) torn += 1;
  }
  const fans = evening.userIds.length;
  return endWithInvariants(await evening.databaseUrl(), {
    summary: `${points} kills within the ${Math.round(took)} ms of a calculation for ${fans} predictions, ${cut} before it was acknowledged`,
    broken: { 'scores half old, half new': torn },
  });
}

interface Scores {
  scored: number;
  /** Hash of all points and totals, in order of the users. */
  digest: string;
}

async function scores(evening: Evening): Promise<Scores> {
  const [row] = await evening.query<{ scored: number; digest: string }>(
    `select count(points)::int as scored,
       md5(string_agg(concat_ws(' ', points, total_points, games_played), ',' order by users.id)) as digest
     from predictions join users on users.id = user_id where show_id = $1`,
    [evening.showId],
  );
  return row ?? { scored: 0, digest: '' };
}

/** Either nothing has changed, or the result is complete. */
async function isWhole(evening: Evening, before: Scores): Promise<boolean> {
  const after = await scores(evening);
  await calculate(evening);
  const again = await scores(evening);
  const isOld = after.digest === before.digest;
  const isNew = after.digest === again.digest && after.scored === evening.userIds.length;
  return isOld || isNew;
}

function calculate({ admin, showId }: Evening) {
  return must(admin, 200, 'POST', `/api/shows/${showId}/calculate-scores`);
}

/** Clears all points; returns a function that calculates them again. */
async function clear(evening: Evening) {
  const { admin, showId } = evening;
  for (const status of ['open', 'live'])
    await must(admin, 200, 'PATCH', statusOf(evening), { status });
  return () => admin.send('POST', `/api/shows/${showId}/calculate-scores`);
}

/** Returns a function that adds a song, which scores the show again. */
function addSong({ admin, showId, songIds }: Evening, number: number) {
  const songId = songIds[number % songIds.length];
  return () =>
    admin.send('POST', `/api/shows/${showId}/setlist`, { songId, position: 1, insert: true });
}

function statusOf({ showId }: Evening): string {
  return `/api/shows/${showId}/status`;
}
