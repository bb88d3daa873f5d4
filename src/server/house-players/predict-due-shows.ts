import { and, desc, eq, exists, gte, inArray, isNull, or, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { DAY } from '#contract/durations.ts';
import { HOUSE_PLAYERS, MIN_SETLISTS } from '#contract/house-players.ts';
import { nextChangeVersion } from '../changes/bus.ts';
import { runAndPublish } from '../changes/run-change.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/open.ts';
import { houseNights, houseOdds, housePicks } from '../db/schema/house-players.ts';
import { predictions } from '../db/schema/predictions.ts';
import { shows } from '../db/schema/shows.ts';
import type { PackedTrainingData } from '../odds/model/training-data.ts';
import { readTrainingDataBefore } from '../odds/read-training-data.ts';
import { lockShow } from '../shows/show-row.ts';
import { combineSheets } from './combine-sheets.ts';
import { isDue } from './is-due.ts';
import type { NightForecast } from './predict-night.ts';
import { findTopFans, readVotingSheets } from './top-fans.ts';

export type PredictNight = (
  trainingData: PackedTrainingData,
) => NightForecast | Promise<NightForecast>;

/** Shows older than this are predicted only if a fan predicted them. */
const MAX_AGE_MS = 7 * DAY;

/** Can run on several servers. A late prediction is fair, because it uses only earlier shows. */
export async function predictDueShows(
  {
    db,
    clock,
    bus,
    disk,
    log,
  }: Pick<Context, 'db' | 'clock' | 'bus' | 'disk'> & { log: Pick<FastifyBaseLogger, 'error'> },
  predict: PredictNight,
  signal?: AbortSignal,
): Promise<void> {
  const failedIds = new Set<string>();
  for (;;) {
    // Queries again for each show, because a long backlog must not delay the show that locks next.
    const dueShowIds = await findDueShows(db, clock());
    const showId = dueShowIds.find((id) => !failedIds.has(id));
    if (showId === undefined || (await disk.isFull())) return;
    try {
      await predictShow({ db, bus, clock }, predict, showId);
    } catch (err) {
      if (signal?.aborted) return;
      failedIds.add(showId);
      log.error({ err, showId }, 'house players failed to predict a show');
    }
  }
}

async function findDueShows(db: Db, now: number): Promise<string[]> {
  const isPredicted = exists(
    db.select({ one: sql`1` }).from(predictions).where(eq(predictions.showId, shows.id)),
  );
  const rows = await db
    .select({
      id: shows.id,
      status: shows.status,
      date: shows.date,
      locksAt: shows.locksAt,
      arePredictionsFrozen: shows.arePredictionsFrozen,
      madeAt: houseNights.madeAt,
    })
    .from(shows)
    .leftJoin(houseNights, eq(houseNights.showId, shows.id))
    .where(
      and(
        inArray(shows.status, ['open', 'live', 'closed']),
        or(isNull(houseNights.madeAt), eq(shows.status, 'open')),
        or(gte(shows.date, new Date(now - MAX_AGE_MS)), isPredicted),
      ),
    )
    .orderBy(desc(shows.date), desc(shows.id));
  return rows.filter((show) => isDue(show, show.madeAt, now)).map(({ id }) => id);
}

async function predictShow(
  { db, bus, clock }: Pick<Context, 'db' | 'bus' | 'clock'>,
  predict: PredictNight,
  showId: string,
): Promise<void> {
  const trainingData = await readTrainingDataBefore(db, showId);
  const learntFrom = trainingData.played.length;
  const forecast = learntFrom < MIN_SETLISTS ? undefined : await predict(trainingData);
  const topFans = forecast ? await findTopFans(db, showId) : [];
  await runAndPublish({ db, bus }, null, async ({ tx, changed }) => {
    const show = await lockShow(tx, showId);
    const isForShow = eq(houseNights.showId, showId);
    const [existingNight] = await tx.select().from(houseNights).where(isForShow);
    if (!isDue(show, existingNight?.madeAt ?? null, clock())) return;
    await tx.delete(houseNights).where(isForShow);
    const sheets = await readVotingSheets(tx, showId, topFans);
    const madeAt = new Date(clock());
    const twentySheets = sheets.length;
    await tx.insert(houseNights).values({ showId, learntFrom, twentySheets, madeAt });
    const lists = forecast && { ...forecast.lists, twenty: combineSheets(sheets) };
    const picks = HOUSE_PLAYERS.flatMap((player) =>
      (lists?.[player] ?? []).map((songId, n) => ({
        showId,
        player,
        songId,
        position: n + 1,
      })),
    );
    if (picks.length > 0) await tx.insert(housePicks).values(picks);
    const odds = (forecast?.likeliestSongs ?? []).map((songId, n) => ({
      showId,
      songId,
      rank: n + 1,
    }));
    if (odds.length > 0) await tx.insert(houseOdds).values(odds);
    changed({ topic: 'house', subjectId: showId, version: nextChangeVersion() });
  });
}
