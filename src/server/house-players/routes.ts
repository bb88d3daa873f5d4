import type { FastifyInstance } from 'fastify';
import {
  getHouseNight,
  getHouseRecord,
  getHouseTotals,
  getMyHouseRecord,
  HOUSE_PLAYERS,
  type HouseTotal,
} from '#contract/house-players.ts';
import type { Context } from '../context.ts';
import { read } from '../http/read.ts';
import { route } from '../http/route.ts';
import { findHouseNight, findHouseRecord, findMyHouseRecord, type ScoredNight } from './queries.ts';
import type { ReadScoredNights } from './scored-nights.ts';

export function housePlayerRoutes(
  app: FastifyInstance,
  { db }: Pick<Context, 'db'>,
  scoredNights: ReadScoredNights,
): void {
  read(app, getHouseNight, ({ params }) => findHouseNight(db, params.id));

  read(app, getHouseTotals, async () => sumTotals(await scoredNights()));

  route(app, getMyHouseRecord, async ({ viewer }) =>
    findMyHouseRecord(db, await scoredNights(), viewer.userId),
  );

  read(app, getHouseRecord, async () => findHouseRecord(db, await scoredNights()));
}

function sumTotals(nights: readonly ScoredNight[]): HouseTotal[] {
  return HOUSE_PLAYERS.flatMap((player) => {
    const entries = nights.flatMap(({ points }) =>
      points.filter((entry) => entry.player === player),
    );
    if (entries.length === 0) return [];
    const totalPoints = entries.reduce((sum, { points }) => sum + points, 0);
    const averageScore = (totalPoints / entries.length).toFixed(2);
    return [{ player, totalPoints, averageScore, gamesPlayed: entries.length }];
  }).sort((a, b) => b.totalPoints - a.totalPoints);
}
