import { eq } from 'drizzle-orm';
import type { Crowd } from '#contract/crowd.ts';
import { type HouseContest, NO_SHOW_RECAP, PODIUM_ROWS, type ShowRecap } from '#contract/recaps.ts';
import type { Db } from '../db/open.ts';
import { shows } from '../db/schema/shows.ts';
import type { ReadScoredNights } from '../house-players/scored-nights.ts';
import { ApiError } from '../http/api-error.ts';
import { notFound } from '../http/route.ts';
import { rankCounts } from '../leaderboards/board.ts';
import type { Boards } from '../leaderboards/boards.ts';
import type { Standing } from '../leaderboards/standings-cache.ts';
import { findSetlist } from '../setlists/queries.ts';
import type { ShowRow } from '../shows/show-row.ts';
import { findCallers } from './callers.ts';
import { computeAverageScore, countSeries, describeContest } from './house-contest.ts';
import { listCorrectCalls, summarizeCrowd } from './recap-crowd.ts';

/** Throws 404 until the show is closed and has points. */
export async function requireOverShow(db: Db, id: string): Promise<ShowRow> {
  const [show] = await db.select().from(shows).where(eq(shows.id, id));
  if (!show) throw notFound('Show');
  if (show.status !== 'closed' || !show.scoredAt) throw new ApiError(404, NO_SHOW_RECAP);
  return show;
}

export async function createShowRecap(
  sources: { db: Db; boards: Boards; scoredNights: ReadScoredNights },
  show: ShowRow,
  crowd: Crowd,
): Promise<ShowRecap> {
  const { db, boards } = sources;
  const board = await boards.forShow(show.id);
  const standings = await boards.findShowStandings([show.id]);
  const standing = standings.get(show.id) ?? rankCounts([]);
  const setlist = await findSetlist(db, show.id);
  const { rows } = await board.page(PODIUM_ROWS, 0);
  const [rarestCall] = listCorrectCalls(crowd, setlist);
  return {
    correctedAt: show.correctedAt?.toISOString() ?? null,
    fans: standing.total,
    averageScore: computeAverageScore(standing),
    podium: rows.filter(({ rank, totalPoints }) => isOnPodium(rank, totalPoints)),
    podiumSize: countPodium(standing),
    crowd: summarizeCrowd(crowd, setlist),
    bestCall: rarestCall
      ? { ...rarestCall, callers: await findCallers(db, show.id, rarestCall.songId) }
      : null,
    house: await findContest(sources, show),
  };
}

const PODIUM_RANKS = 3;

function isOnPodium(rank: number, points: number): boolean {
  return rank <= PODIUM_RANKS && points > 0;
}

function countPodium({ ranks, total }: Standing): number {
  const firstBelow = ranks.find(([points, rank]) => !isOnPodium(rank, points));
  return firstBelow ? firstBelow[1] - 1 : total;
}

async function findContest(
  { boards, scoredNights }: { boards: Boards; scoredNights: ReadScoredNights },
  { id, tourName, date }: ShowRow,
): Promise<HouseContest | null> {
  const allNights = await scoredNights();
  const night = allNights.find(({ show }) => show.id === id);
  if (!night) return null;
  const tourNights = allNights.filter(
    ({ show }) =>
      show.id === id || (tourName !== null && show.tourName === tourName && show.date <= date),
  );
  const standings = await boards.findShowStandings(tourNights.map(({ show }) => show.id));
  const toContestNight = ({ show, points }: (typeof tourNights)[number]) => ({
    house: points.map((player) => player.points),
    fans: standings.get(show.id) ?? rankCounts([]),
  });
  const contest = toContestNight(night);
  if (contest.fans.total === 0) return null;
  return {
    players: night.points,
    ...describeContest(contest),
    series: countSeries(tourNights.map(toContestNight)),
  };
}
