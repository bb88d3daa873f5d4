import type { ShowRow } from '#contract/leaderboards.ts';
import type { Db } from '../db/open.ts';
import { findUserIndex, getUserIdAt } from '../db/read-by-user.ts';
import { processInBatches } from '../scoring/process-in-batches.ts';
import type { ShowPicks } from '../scoring/show-picks.ts';
import { type Board, createBoard, rankCounts } from './board.ts';
import { findUsers } from './queries.ts';

/** Queries only the fans of the requested rows. `points` are indexed by prediction. */
export async function createPicksBoard(
  db: Db,
  picks: ShowPicks,
  points: Uint16Array,
): Promise<Board<ShowRow>> {
  const { order, counts } = await sortByPoints(points, picks.bySubmission);

  return createBoard(rankCounts(counts), {
    async page(limit, offset) {
      const numbers = [...order.subarray(offset, offset + limit)];
      const userIds = numbers.map((number) => getUserIdAt(picks, number));
      const fans = await findUsers(db, userIds);
      return numbers.map((number, index) => {
        const userId = userIds[index] ?? '';
        const fan = fans.get(userId) ?? { userId, username: '' };
        return { ...fan, totalPoints: points[number] ?? 0 };
      });
    },
    async findRow(user) {
      const number = findUserIndex(picks, user.userId);
      return number === undefined ? undefined : { ...user, totalPoints: points[number] ?? 0 };
    },
  });
}

/** Sorts by points and submission. A counting sort is fast, because few scores are distinct. */
export async function sortByPoints(points: Uint16Array, bySubmission: Uint32Array) {
  const countByScore = new Uint32Array(MAX_SCORES);
  await processInBatches(points.length, (start, end) => {
    for (const score of points.subarray(start, end))
      countByScore[score] = (countByScore[score] ?? 0) + 1;
  });
  const counts: [points: number, count: number][] = [];
  const positions = new Uint32Array(MAX_SCORES);
  let position = 0;
  for (let score = MAX_SCORES - 1; score >= 0; score -= 1) {
    const count = countByScore[score] ?? 0;
    if (count > 0) counts.push([score, count]);
    positions[score] = position;
    position += count;
  }
  const order = new Uint32Array(points.length);
  await processInBatches(points.length, (start, end) => {
    for (const number of bySubmission.subarray(start, end)) {
      const score = points[number] ?? 0;
      const nextPosition = positions[score] ?? 0;
      order[nextPosition] = number;
      positions[score] = nextPosition + 1;
    }
  });
  return { order, counts };
}

const MAX_SCORES = 2 ** 16;
