import type { HousePlayer } from '#contract/house-players.ts';
import { RECAP_ROWS } from '#contract/recaps.ts';
import type { MyTourRecap, TourRecap } from '#contract/tour-recaps.ts';
import type { Db } from '../db/open.ts';
import type { ReadScoredNights } from '../house-players/scored-nights.ts';
import { type BoardUser, rankCounts } from '../leaderboards/board.ts';
import type { Boards } from '../leaderboards/boards.ts';
import type { Standing } from '../leaderboards/standings-cache.ts';
import { summarizePredictions } from '../statistics/my-statistics.ts';
import { listScoredPredictions } from '../statistics/scored-predictions.ts';
import { computeAverageScore, countSeries, sumPoints } from './house-contest.ts';
import { findBestCall } from './recap-crowd.ts';
import { findCorrectedAt, type TourNight, toRecapShow } from './tour-nights.ts';
import { compareTourSongs, findBustout } from './tour-songs.ts';

interface Sources {
  db: Db;
  boards: Boards;
  scoredNights: ReadScoredNights;
}

export async function createTourRecap(
  sources: Sources,
  name: string,
  nights: readonly TourNight[],
): Promise<TourRecap> {
  const { db, boards } = sources;
  const standings = await boards.findShowStandings(nights.map(({ show }) => show.id));
  const getStanding = (showId: string) => standings.get(showId) ?? rankCounts([]);
  const board = await boards.tours.forPeriod({ tour: name }, 'total');
  const { rows: top, total: fans } = await board.page(RECAP_ROWS, 0);
  const ranked = nights
    .map(({ show }) => ({ id: show.id, fans: getStanding(show.id) }))
    .filter((night) => night.fans.total > 0)
    .sort((a, b) => compareAverages(b.fans, a.fans));
  const [best] = ranked;
  const worst = best && ranked.findLast((night) => compareAverages(night.fans, best.fans) < 0);
  return {
    ...{ name, fans, top },
    correctedAt: findCorrectedAt(nights),
    nights: nights.map(({ show }) => {
      const standing = getStanding(show.id);
      return {
        show: toRecapShow(show),
        fans: standing.total,
        averageScore: computeAverageScore(standing),
        bestPoints: standing.ranks[0]?.[0] ?? 0,
      };
    }),
    bestNight: best?.id ?? null,
    worstNight: worst?.id ?? null,
    songs: compareTourSongs(nights),
    bustout: await findBustout(db, nights),
    house: await findTourHouse(sources, nights, getStanding),
  };
}

/** Cross-multiplies so rounding can't create ties. */
function compareAverages(a: Standing, b: Standing): number {
  return sumPoints(a) * b.total - sumPoints(b) * a.total;
}

async function findTourHouse(
  { scoredNights }: Sources,
  nights: readonly TourNight[],
  getStanding: (showId: string) => Standing,
): Promise<TourRecap['house']> {
  const showIds = new Set(nights.map(({ show }) => show.id));
  const houseNights = (await scoredNights()).filter(
    ({ show }) => showIds.has(show.id) && getStanding(show.id).total > 0,
  );
  if (houseNights.length === 0) return null;
  const totals = new Map<HousePlayer, { points: number; nights: number }>();
  for (const { player, points } of houseNights.flatMap((night) => night.points)) {
    const total = totals.get(player) ?? { points: 0, nights: 0 };
    totals.set(player, { points: total.points + points, nights: total.nights + 1 });
  }
  return {
    players: [...totals]
      .map(([player, total]) => ({ player, ...total }))
      .sort((a, b) => b.points - a.points),
    series: countSeries(
      houseNights.map(({ show, points }) => ({
        house: points.map((player) => player.points),
        fans: getStanding(show.id),
      })),
    ),
  };
}

/** Returns undefined for a fan without points on the tour. */
export async function createMyTourRecap(
  { db, boards }: Sources,
  name: string,
  nights: readonly TourNight[],
  user: BoardUser,
): Promise<MyTourRecap | undefined> {
  const board = await boards.tours.forPeriod({ tour: name }, 'total');
  const row = await board.findRow(user);
  const nightsById = new Map(nights.map((night) => [night.show.id, night]));
  const myNights = (await listScoredPredictions(db, user.userId)).flatMap(
    ({ show: { id }, picks }) => {
      const night = nightsById.get(id);
      return night ? [{ ...night, picks }] : [];
    },
  );
  const standings = await boards.findResults(user.userId);
  const [bestNight] = standings
    .flatMap(({ showId, ...standing }) => {
      const night = nightsById.get(showId);
      return night ? [{ show: toRecapShow(night.show), ...standing }] : [];
    })
    .sort(
      (a, b) =>
        b.points - a.points || a.rank - b.rank || Date.parse(a.show.date) - Date.parse(b.show.date),
    );
  if (!row || !bestNight) return undefined;
  const { opener, closer, exact, any } = summarizePredictions(myNights);
  const { gamesPlayed, totalPoints: points, averageScore, rank, nightsWon } = row;
  return {
    ...{ name, gamesPlayed, points, averageScore, rank, nightsWon, bestNight },
    correctedAt: findCorrectedAt(nights),
    showCount: nights.length,
    total: await board.total(),
    bestCall: findBestTourCall(myNights),
    hitRates: { opener, closer, exact, any },
  };
}

type MyNight = TourNight & { picks: Parameters<typeof findBestCall>[0] };

/** Nights without a crowd come last, because the rarity of their calls is unknown. */
function findBestTourCall(nights: readonly MyNight[]): MyTourRecap['bestCall'] {
  const [best] = nights
    .flatMap(({ show, picks, crowd }) => {
      const call = findBestCall(picks, crowd);
      return call ? [{ ...call, showName: show.name }] : [];
    })
    .sort((a, b) => computeCallShare(a) - computeCallShare(b) || b.points - a.points);
  return best ?? null;
}

function computeCallShare({ crowd }: { crowd: { calls: number; sheets: number } | null }): number {
  return crowd ? crowd.calls / crowd.sheets : 1;
}
