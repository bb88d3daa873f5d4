import { setTimeout as sleep } from 'node:timers/promises';
import type { SeededProduct } from '../crowd/seeded-product.ts';
import { sendOrThrow } from '../nodes/api-client.ts';
import { killInTurn } from './kills.ts';
import { endWithInvariants, type Outcome } from './outcome.ts';

const SONG_COUNT = 20;

/**
 * SIGKILLs processes at points spread over a calculation. The stored scores must be all old or all
 * new, and a second calculation must return the same scores.
 */
export async function runScoringKills(product: SeededProduct, points: number): Promise<Outcome> {
  await product.startShow();
  for (const songId of product.songIds.slice(0, SONG_COUNT)) await product.play(songId);
  await sendOrThrow(product.admin, 200, 'PATCH', buildStatusPath(product), { status: 'closed' });
  const startedAt = performance.now();
  await calculate(product);
  const durationMs = performance.now() - startedAt;
  let [inconsistentCount, unacknowledgedCount] = [0, 0];
  for (let point = 0; point < points; point += 1) {
    const sendChange =
      point % 2 === 0 ? await clearScores(product) : addSong(product, SONG_COUNT + point);
    const previousScores = await readScores(product);
    const response = sendChange();
    await sleep((durationMs * (point + 0.5)) / points);
    await killInTurn(product, point);
    const { status } = await response;
    if (status === 0 || status >= 300) unacknowledgedCount += 1;
    if (!(await isConsistent(product, previousScores))) inconsistentCount += 1;
  }
  const fans = product.userIds.length;
  return endWithInvariants(await product.databaseUrl(), {
    summary: `${points} kills within the ${Math.round(durationMs)} ms of a calculation for ${fans} predictions, ${unacknowledgedCount} before it was acknowledged`,
    broken: { 'kills that left inconsistent scores': inconsistentCount },
  });
}

interface Scores {
  scored: number;
  /** Hash of all points and totals, sorted by user. */
  digest: string;
}

async function readScores(product: SeededProduct): Promise<Scores> {
  const [row] = await product.query<{ scored: number; digest: string }>(
    `select count(points)::int as scored,
       md5(string_agg(concat_ws(' ', points, total_points, games_played), ',' order by users.id)) as digest
     from predictions join users on users.id = user_id where show_id = $1`,
    [product.showId],
  );
  return row ?? { scored: 0, digest: '' };
}

async function isConsistent(product: SeededProduct, previousScores: Scores): Promise<boolean> {
  const newScores = await readScores(product);
  await calculate(product);
  const recalculatedScores = await readScores(product);
  const areOld = newScores.digest === previousScores.digest;
  const areNew =
    newScores.digest === recalculatedScores.digest && newScores.scored === product.userIds.length;
  return areOld || areNew;
}

function calculate({ admin, showId }: SeededProduct) {
  return sendOrThrow(admin, 200, 'POST', `/api/shows/${showId}/calculate-scores`);
}

async function clearScores(product: SeededProduct) {
  const { admin, showId } = product;
  const path = buildStatusPath(product);
  await sendOrThrow(admin, 200, 'PATCH', path, { status: 'open', predictions: 'freeze' });
  await sendOrThrow(admin, 200, 'PATCH', path, { status: 'live' });
  return () => admin.send('POST', `/api/shows/${showId}/calculate-scores`);
}

function addSong({ admin, showId, songIds }: SeededProduct, number: number) {
  const songId = songIds[number % songIds.length];
  return () =>
    admin.send('POST', `/api/shows/${showId}/setlist`, { songId, position: 1, insert: true });
}

function buildStatusPath({ showId }: SeededProduct): string {
  return `/api/shows/${showId}/status`;
}
