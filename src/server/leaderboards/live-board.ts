import type { ShowRow } from '#contract/leaderboards.ts';
import type { PlayedRow } from '#contract/scoring.ts';
import type { Db } from '../db/open.ts';
import { numberOf, userIdAt } from '../db/read-by-user.ts';
import { inBatches } from '../scoring/in-batches.ts';
import { pointsOfAll, type ShowPicks } from '../scoring/show-picks.ts';
import { type Board, boardOf, standingOf } from './board.ts';
import { findUsernames } from './queries.ts';

/** Ranks from picks in memory. Only the requested rows' names are read. */
export async function liveBoardOf(
  db: Db,
  picks: ShowPicks,
  setlist: readonly PlayedRow[],
): Promise<Board<ShowRow>> {
  const points = await pointsOfAll(picks, setlist);
  const { order, counts } = await sortByPoints(points, picks.bySubmission);

  return boardOf(standingOf(counts), {
    async page(limit, offset) {
      const numbers = [...order.subarray(offset, offset + limit)];
      const userIds = numbers.map((number) => userIdAt(picks, number));
      const usernames = await findUsernames(db, userIds);
      return numbers.map((number, index) => {
        const userId = userIds[index] ?? '';
        const username = usernames.get(userId) ?? '';
        return { userId, username, totalPoints: points[number] ?? 0 };
      });
    },
    async rowOf({ userId, username }) {
      const number = numberOf(picks, userId);
      if (number === undefined) return undefined;
      return { userId, username, totalPoints: points[number] ?? 0 };
    },
  });
}

/** Highest first, ties by submission. A counting sort, because there are few distinct scores. */
export async function sortByPoints(points: Uint16Array, bySubmission: Uint32Array) {
  const countOf = new Uint32Array(DIFFERENT_POINTS);
  await inBatches(points.length, (from, to) => {
    for (const score of points.subarray(from, to)) countOf[score] = (countOf[score] ?? 0) + 1;
  });
  const counts: [points: number, count: number][] = [];
  const places = new Uint32Array(DIFFERENT_POINTS);
  let place = 0;
  for (let score = DIFFERENT_POINTS - 1; score >= 0; score -= 1) {
    const count = countOf[score] ?? 0;
    if (count > 0) counts.push([score, count]);
    places[score] = place;
    place += count;
  }
  const order = new Uint32Array(points.length);
  await inBatches(points.length, (from, to) => {
    for (const number of bySubmission.subarray(from, to)) {
      const score = points[number] ?? 0;
      const next = places[score] ?? 0;
      order[next] = number;
      places[score] = next + 1;
    }
  });
  return { order, counts };
}

const DIFFERENT_POINTS = 2 ** 16;
