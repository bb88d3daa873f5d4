import { and, asc, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import {
  HOUSE_PLAYERS,
  HOUSE_RECORD_SHOWS,
  type HouseNight,
  type MyHouseRecord,
} from '#contract/house-players.ts';
import { type HousePoints, scoreHousePlayers } from '#contract/house-points.ts';
import type { PlayedRow } from '#contract/scoring.ts';
import type { Db } from '../db/open.ts';
import { houseNights, houseOdds, housePicks } from '../db/schema/house-players.ts';
import { predictions } from '../db/schema/predictions.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import { shows } from '../db/schema/shows.ts';
import { notFound } from '../http/route.ts';
import { isStillValid } from './is-due.ts';

const NO_PREDICTIONS: HouseNight = {
  learntFrom: null,
  twentySheets: null,
  players: [],
  likeliestSongs: [],
};

export async function findHouseNight(db: Db, showId: string): Promise<HouseNight> {
  const [row] = await db
    .select({ show: shows, night: houseNights })
    .from(shows)
    .leftJoin(houseNights, eq(houseNights.showId, shows.id))
    .where(eq(shows.id, showId));
  if (!row) throw notFound('Show');
  const { show, night } = row;
  if (!night || !isStillValid(show, night.madeAt)) return NO_PREDICTIONS;
  const players = (await readPicks(db, [showId])).get(showId) ?? [];
  const likeliestSongs = await db
    .select({ songId: houseOdds.songId })
    .from(houseOdds)
    .where(eq(houseOdds.showId, showId))
    .orderBy(asc(houseOdds.rank));
  return {
    learntFrom: night.learntFrom,
    twentySheets: night.twentySheets,
    players,
    likeliestSongs: likeliestSongs.map(({ songId }) => songId),
  };
}

export type ScoredNight = Awaited<ReturnType<typeof findScoredNights>>[number];

/** Sorts by date, latest first. */
export async function findScoredNights(db: Db) {
  const nights = await db
    .select({
      id: shows.id,
      name: shows.name,
      date: shows.date,
      timeZone: shows.timeZone,
      tourName: shows.tourName,
      status: shows.status,
      learntFrom: houseNights.learntFrom,
    })
    .from(houseNights)
    .innerJoin(shows, eq(shows.id, houseNights.showId))
    .where(isNotNull(shows.scoredAt))
    .orderBy(desc(shows.date), desc(shows.id));
  const ids = nights.map(({ id }) => id);
  const picks = await readPicks(db, ids);
  const setlists = await readSetlists(db, ids);
  return nights.flatMap(({ learntFrom, status, ...show }) => {
    const players = picks.get(show.id) ?? [];
    const points = scoreHousePlayers({ players }, { status }, setlists.get(show.id) ?? []);
    return points.length > 0 ? [{ show, points }] : [];
  });
}

export async function findHouseRecord(db: Db, scoredNights: readonly ScoredNight[]) {
  const nights = scoredNights.slice(0, HOUSE_RECORD_SHOWS);
  const pointCounts = await readPointCounts(
    db,
    nights.map(({ show }) => show.id),
  );
  return nights.map(({ show, points }) => {
    const fans = pointCounts.get(show.id) ?? [];
    const sumCounts = (entries: typeof fans) => entries.reduce((sum, { count }) => sum + count, 0);
    const countBetterFans = (player: HousePoints) =>
      sumCounts(fans.filter((fan) => fan.points > player.points));
    return {
      show: { ...show, date: show.date.toISOString() },
      fans: sumCounts(fans),
      players: points.map((player) => ({ ...player, beatenBy: countBetterFans(player) })),
    };
  });
}

const getPoints = ({ points }: HousePoints) => points;

export async function findMyHouseRecord(
  db: Db,
  scoredNights: readonly ScoredNight[],
  userId: string,
): Promise<MyHouseRecord> {
  const { showId, points } = predictions;
  const rows = await db
    .select({ showId, points: sql<number>`${points}` })
    .from(predictions)
    .where(and(eq(predictions.userId, userId), isNotNull(points)));
  const pointsByShow = new Map(rows.map((row) => [row.showId, row.points]));
  const playedNights = scoredNights.flatMap((night) => {
    const myPoints = pointsByShow.get(night.show.id);
    return myPoints === undefined
      ? []
      : [{ myPoints, best: Math.max(...night.points.map(getPoints)) }];
  });
  return {
    nights: playedNights.length,
    beaten: playedNights.filter(({ myPoints, best }) => myPoints > best).length,
  };
}

async function readPicks(db: Db, showIds: string[]) {
  const { showId, player, position, songId } = housePicks;
  const rows = await db
    .select({ showId, player, position, songId })
    .from(housePicks)
    // During an update, a server of a later version may have added a house player.
    .where(and(inArray(showId, showIds), inArray(player, HOUSE_PLAYERS)))
    .orderBy(asc(showId), asc(player), asc(position));
  const nights = new Map<string, HouseNight['players']>();
  for (const { showId, player, ...pick } of rows) {
    const night = nights.get(showId) ?? [];
    nights.set(showId, night);
    if (night.at(-1)?.player !== player) night.push({ player, songs: [] });
    night.at(-1)?.songs.push(pick);
  }
  return nights;
}

async function readSetlists(db: Db, showIds: string[]): Promise<Map<string, PlayedRow[]>> {
  const { showId, songId, position, isCloser } = liveSetlistSongs;
  const rows = await db
    .select({ showId, songId, position, isCloser })
    .from(liveSetlistSongs)
    .where(inArray(showId, showIds));
  return groupByShow(rows);
}

async function readPointCounts(db: Db, showIds: string[]) {
  const rows = await db
    .select({
      showId: predictions.showId,
      points: sql<number>`${predictions.points}`,
      count: sql<number>`count(*)::int`,
    })
    .from(predictions)
    .where(and(inArray(predictions.showId, showIds), isNotNull(predictions.points)))
    .groupBy(predictions.showId, predictions.points);
  return groupByShow(rows);
}

function groupByShow<Row extends { showId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.showId);
    if (group) group.push(row);
    else groups.set(row.showId, [row]);
  }
  return groups;
}
