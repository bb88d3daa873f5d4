import type { FastifyInstance } from 'fastify';
import { findAchievements } from '#contract/achievements.ts';
import { FAN_NOT_FOUND, type Fan, type FanResult, getFan } from '#contract/fans.ts';
import type { Context } from '../context.ts';
import { ApiError } from '../http/api-error.ts';
import { read } from '../http/read.ts';
import type { Boards } from '../leaderboards/boards.ts';
import { createTourResults } from '../leaderboards/tour-results.ts';
import { summarizePredictions } from '../statistics/my-statistics.ts';
import { listScoredPredictions } from '../statistics/scored-predictions.ts';
import { findProfile } from './queries.ts';

export function fanRoutes(app: FastifyInstance, context: Context, boards: Boards): void {
  const { db } = context;
  const rankTours = createTourResults(context);

  read(app, getFan, async ({ params }): Promise<Fan> => {
    const storedProfile = await findProfile(db, params.username);
    if (!storedProfile) throw new ApiError(404, FAN_NOT_FOUND);
    const { hasPrivateSheets, ...profile } = storedProfile;
    const predictions = await listScoredPredictions(db, profile.userId);
    const rankedPredictions = addRanks(predictions, await boards.findResults(profile.userId));
    const results = rankedPredictions
      .map(({ show, points, rank, total }) => ({ show, points, rank, total }))
      .reverse();
    const { bestCalls, opener, closer, exact, any } = summarizePredictions(predictions);
    const globalRow = await (await boards.global()).findRow(profile);
    return {
      ...profile,
      rank: globalRow?.rank ?? null,
      hitRates: { opener, closer, exact, any },
      bestCalls: hasPrivateSheets ? [] : bestCalls,
      achievements: hasPrivateSheets ? [] : findAchievements(rankedPredictions),
      tours: await rankTours(sumByTour(results)),
      results,
    };
  });
}

/** Leaves out a show scored between the two queries, which is in the next response. */
function addRanks(
  predictions: Awaited<ReturnType<typeof listScoredPredictions>>,
  results: Awaited<ReturnType<Boards['findResults']>>,
) {
  const standings = new Map(results.map((result) => [result.showId, result]));
  return predictions.flatMap((prediction) => {
    const standing = standings.get(prediction.show.id);
    const outcomes = prediction.picks.map(({ outcome }) => outcome);
    return standing ? [{ ...prediction, ...standing, outcomes }] : [];
  });
}

function sumByTour(results: readonly FanResult[]) {
  const tours = new Map<string, { name: string; showCount: number; points: number }>();
  for (const { show, points } of results) {
    if (show.tourName === null) continue;
    const tour = tours.get(show.tourName) ?? { name: show.tourName, showCount: 0, points: 0 };
    tour.showCount += 1;
    tour.points += points;
    tours.set(show.tourName, tour);
  }
  return [...tours.values()];
}
