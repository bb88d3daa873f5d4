import type { FastifyInstance } from 'fastify';
import {
  getHouseNight,
  getHouseRecord,
  getHouseTotals,
  HOUSE_PLAYERS,
  type HouseTotal,
} from '#contract/house-players.ts';
import type { Context } from '../context.ts';
import { read } from '../http/read.ts';
import { findHouseNight, findHouseRecord, findScoredNights } from './queries.ts';

export function housePlayerRoutes(app: FastifyInstance, { db }: Context): void {
  read(app, getHouseNight, ({ params }) => findHouseNight(db, params.id));

  read(app, getHouseTotals, async () => sumTotals(await findScoredNights(db)));

  read(app, getHouseRecord, () => findHouseRecord(db));
}

function sumTotals(nights: Awaited<ReturnType<typeof findScoredNights>>): HouseTotal[] {
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
