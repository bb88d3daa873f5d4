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
import { findHouseNight, findPlayedNights, findRecord } from './queries.ts';

export function housePlayerRoutes(app: FastifyInstance, { db }: Context): void {
  read(app, getHouseNight, ({ params }) => findHouseNight(db, params.id));

  read(app, getHouseTotals, async () => totalsOf(await findPlayedNights(db)));

  read(app, getHouseRecord, () => findRecord(db));
}

function totalsOf(nights: Awaited<ReturnType<typeof findPlayedNights>>): HouseTotal[] {
  return HOUSE_PLAYERS.flatMap((player) => {
    const all = nights.flatMap(({ points }) => points.filter((entry) => entry.player === player));
    if (all.length === 0) return [];
    const totalPoints = all.reduce((sum, { points }) => sum + points, 0);
    const averageScore = (totalPoints / all.length).toFixed(2);
    return [{ player, totalPoints, averageScore, gamesPlayed: all.length }];
  }).sort((a, b) => b.totalPoints - a.totalPoints);
}
