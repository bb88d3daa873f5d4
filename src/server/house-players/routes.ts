import type { FastifyInstance } from 'fastify';
import {
  getHouseNight,
  getHouseRecord,
  getHouseTotals,
  HOUSE_PLAYERS,
  type HouseTotal,
} from '#contract/house-players.ts';
import type { Context } from '../context.ts';
import { route } from '../http/route.ts';
import { findHouseNight, findPlayedNights, findRecord } from './queries.ts';

export function housePlayerRoutes(app: FastifyInstance, { db, ready }: Context): void {
  route(app, getHouseNight, (call) => {
    const { id } = call.params;
    return ready.send(call, getHouseNight, {
      key: `house/${id}`,
      load: async () => ({ rows: await findHouseNight(db, id) }),
    });
  });

  route(app, getHouseTotals, (call) =>
    ready.send(call, getHouseTotals, {
      key: 'house totals',
      load: async () => ({ rows: totalsOf(await findPlayedNights(db)) }),
    }),
  );

  route(app, getHouseRecord, (call) =>
    ready.send(call, getHouseRecord, {
      key: 'house record',
      load: async () => ({ rows: await findRecord(db) }),
    }),
  );
}

/** Highest total first. Empty before the first scored show. */
function totalsOf(nights: Awaited<ReturnType<typeof findPlayedNights>>): HouseTotal[] {
  return HOUSE_PLAYERS.flatMap((player) => {
    const all = nights.flatMap(({ points }) => points.filter((entry) => entry.player === player));
    if (all.length === 0) return [];
    const totalPoints = all.reduce((sum, { points }) => sum + points, 0);
    const averageScore = (totalPoints / all.length).toFixed(2);
    return [{ player, totalPoints, averageScore, gamesPlayed: all.length }];
  }).sort((a, b) => b.totalPoints - a.totalPoints);
}
