import { setTimeout as sleep } from 'node:timers/promises';
import type { SeededProduct } from '../crowd/seeded-product.ts';
import { sendOrThrow } from '../nodes/person.ts';
import { killInTurn } from './kills.ts';
import { endWithInvariants, type Outcome } from './outcome.ts';

const SONGS = 20;

/**
 * SIGKILLs the server, its PostgreSQL or both at points spread over the duration of a calculation:
 * in turn the first of a show, and the one after a setlist change. The stored scores are all old or
 * all new, and a second calculation gives the same scores.
 */
export async function scoringKills(product: SeededProduct, points: number): Promise<Outcome> {
  await product.begin();
  for (const songId of product.songIds.slice(0, SONGS)) await product.play(songId);
  await sendOrThrow(product.admin, 200, 'PATCH', fetchStatus(product), { status: 'closed' });
  const started = performance.now();
  await calculate(product);
  const took = performance.now() - started;
  let [tornCount, cut] = [0, 0];
  for (let point = 0; point < points; point += 1) {
    const change = point % 2 === 0 ? await clear(product) : addSong(product, SONGS + point);
    const previousScores = await scores(product);
    const response = change();
    await sleep((took * (point + 0.5)) / points);
    await killInTurn(product, point);
    const { status } = await response;
    if (status === 0 || status >= 300) cut += 1;
    if (!(await isConsistent(product, previousScores))) tornCount += 1;
  }
  const fans = product.userIds.length;
  return endWithInvariants(await product.databaseUrl(), {
    summary: `${points} kills within the ${Math.round(took)} ms of a calculation for ${fans} predictions, ${cut} before it was acknowledged`,
    broken: { 'scores half old, half new': tornCount },
  });
}

interface Scores {
  scored: number;
  /** Hash of all points and totals, in order of the users. */
  digest: string;
}

async function scores(product: SeededProduct): Promise<Scores> {
  const [row] = await product.query<{ scored: number; digest: string }>(
    `select count(points)::int as scored,
       md5(string_agg(concat_ws(' ', points, total_points, games_played), ',' order by users.id)) as digest
     from predictions join users on users.id = user_id where show_id = $1`,
    [product.showId],
  );
  return row ?? { scored: 0, digest: '' };
}

/** Either nothing has changed, or the result is complete. */
async function isConsistent(product: SeededProduct, previousScores: Scores): Promise<boolean> {
  const newScores = await scores(product);
  await calculate(product);
  const recalculated = await scores(product);
  const isOld = newScores.digest === previousScores.digest;
  const isNew =
    newScores.digest === recalculated.digest && newScores.scored === product.userIds.length;
  return isOld || isNew;
}

function calculate({ admin, showId }: SeededProduct) {
  return sendOrThrow(admin, 200, 'POST', `/api/shows/${showId}/calculate-scores`);
}

/** Clears all points; returns a function that calculates them again. */
async function clear(product: SeededProduct) {
  const { admin, showId } = product;
  for (const status of ['open', 'live'])
    await sendOrThrow(admin, 200, 'PATCH', fetchStatus(product), { status });
  return () => admin.send('POST', `/api/shows/${showId}/calculate-scores`);
}

/** Returns a function that adds a song, which scores the show again. */
function addSong({ admin, showId, songIds }: SeededProduct, number: number) {
  const songId = songIds[number % songIds.length];
  return () =>
    admin.send('POST', `/api/shows/${showId}/setlist`, { songId, position: 1, insert: true });
}

function fetchStatus({ showId }: SeededProduct): string {
  return `/api/shows/${showId}/status`;
}
