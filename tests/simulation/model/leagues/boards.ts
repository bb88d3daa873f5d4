import { isBlockBetween } from '../blocks/blocks.ts';
import { viewShowLeaderboard } from '../leaderboards.ts';
import { acceptsPredictions, type Prediction, type Show, type Tour } from '../tour.ts';
import { formatInstant } from '../views.ts';
import { isMember, type League, listCountingShows } from './league.ts';
import { nudgesEndAt } from './nudges.ts';

export function viewTonight(tour: Tour, league: League) {
  const shows = listCountingShows(tour, league);
  const liveShows = shows.filter(({ status }) => status === 'live').sort(compareDates);
  const [lastShow] = shows.filter(({ isScored }) => isScored).sort(compareLatest);
  for (const show of [...liveShows, ...(lastShow ? [lastShow] : [])]) {
    const rows = rankMembers(tour, league, show);
    if (rows.length > 0) return { show: viewLeagueShow(show), total: rows.length, rows };
  }
  return { show: null, total: 0, rows: [] };
}

function rankMembers(tour: Tour, league: League, show: Show) {
  const rows = viewShowLeaderboard(tour, show)
    .filter(({ userId }) =>
      isMember(
        league,
        tour.people.findIndex((person) => person.userId === userId),
      ),
    )
    .sort(compareNames);
  return rankByFigures(rows.map((row) => ({ row, figures: [row.totalPoints] })));
}

/** Empty if no show accepts predictions. */
export function viewSheets(tour: Tour, league: League, viewer: number) {
  const [show] = listCountingShows(tour, league)
    .filter((candidate) => acceptsPredictions(candidate, tour.now) && candidate.date > tour.now)
    .sort(compareDates);
  if (!show)
    return {
      show: null,
      submitted: 0,
      missing: [],
      missingCount: 0,
      nudgesEndAt: null,
      nudge: null,
    };
  const missing = listMemberRows(tour, league).filter(
    ({ person }) =>
      !tour.predictions.some(({ fan, showId }) => fan === person && showId === show.id),
  );
  return {
    show: viewLeagueShow(show),
    submitted: league.members.length - missing.length,
    missing: missing.map(({ userId, username }) => ({ userId, username })),
    missingCount: missing.length,
    nudgesEndAt: formatInstant(nudgesEndAt(show)),
    nudge: viewNudge(tour, league, { show, viewer }),
  };
}

/** A block between the viewer and the member who sent the nudge hides the name. */
function viewNudge(
  tour: Tour,
  { nudges }: League,
  { show, viewer }: { show: Show; viewer: number },
) {
  const nudge = nudges.find(({ showId }) => showId === show.id);
  if (!nudge) return null;
  const { person, createdAt } = nudge;
  const isHidden = isBlockBetween(tour, person, viewer);
  const username = isHidden ? null : tour.people[person]?.username;
  return { username, createdAt: formatInstant(createdAt) };
}

/** Ties are broken by nights won, then songs in the exact spot, then songs played. */
export function viewSeason(tour: Tour, league: League) {
  const shows = listScoredShows(tour, league);
  const nights = listNights(tour, league);
  const rows = listMemberRows(tour, league).map(({ person, userId, username }) => {
    const scored = tour.predictions.filter(
      ({ fan, showId, points }) =>
        fan === person && points !== null && shows.some(({ id }) => id === showId),
    );
    const totalPoints = scored.reduce((sum, { points }) => sum + (points ?? 0), 0);
    const nightsWon = nights.filter(({ winners }) =>
      winners.some((winner) => winner.userId === userId),
    ).length;
    const row = { userId, username, totalPoints, nightsWon, shows: scored.length };
    // Members without points share their rank.
    const songs = totalPoints > 0 ? countSongs(shows, scored) : [0, 0];
    return {
      row: { ...row, showCount: shows.length },
      figures: [totalPoints, nightsWon, ...songs],
    };
  });
  return rankByFigures(rows);
}

function countSongs(shows: readonly Show[], predictions: readonly Prediction[]): number[] {
  const picks = predictions.flatMap((prediction) => {
    const rows = shows.find(({ id }) => id === prediction.showId)?.rows ?? [];
    return prediction.picks.map((pick) => ({
      pick,
      plays: rows.filter(({ songId }) => songId === pick.songId),
    }));
  });
  const isExact = ({ pick, plays }: (typeof picks)[number]) =>
    plays.some(({ position }) => position === pick.position);
  return [picks.filter(isExact).length, picks.filter(({ plays }) => plays.length > 0).length];
}

/** A night's winners are the members with the most points above 0. Latest night first. */
export function listNights(tour: Tour, league: League) {
  return listScoredShows(tour, league)
    .sort(compareLatest)
    .flatMap((show) => {
      const results = listMemberRows(tour, league).flatMap(({ person, userId, username }) => {
        const prediction = tour.predictions.find(
          ({ fan, showId }) => fan === person && showId === show.id,
        );
        return prediction?.points ? [{ userId, username, points: prediction.points }] : [];
      });
      const totalPoints = Math.max(0, ...results.map(({ points }) => points));
      const winners = results
        .filter(({ points }) => points === totalPoints)
        .map(({ points: _, ...winner }) => winner);
      const night = { show: viewLeagueShow(show), totalPoints, winnerCount: winners.length };
      return winners.length > 0 ? [{ ...night, winners }] : [];
    });
}

function listScoredShows(tour: Tour, league: League): Show[] {
  return listCountingShows(tour, league).filter(({ isScored }) => isScored);
}

function listMemberRows({ people }: Tour, { members }: League) {
  return members
    .map(({ person }) => ({
      person,
      userId: people[person]?.userId ?? '',
      username: people[person]?.username ?? '',
    }))
    .sort(compareNames);
}

/** Ranks rows by figures of decreasing importance. Equal rows share a rank and keep their order. */
function rankByFigures<Row>(rows: readonly { row: Row; figures: readonly number[] }[]) {
  const isBefore = (figures: readonly number[], others: readonly number[]) => {
    const index = figures.findIndex((figure, number) => figure !== others[number]);
    return (figures[index] ?? 0) > (others[index] ?? 0);
  };
  return rows
    .map(({ row, figures }) => ({
      ...row,
      rank: rows.filter((other) => isBefore(other.figures, figures)).length + 1,
    }))
    .sort((a, b) => a.rank - b.rank);
}

function viewLeagueShow({ id, name, date, status }: Show) {
  return { id, name, date: formatInstant(date), status };
}

function compareNames(a: { username: string }, b: { username: string }): number {
  return a.username.toLowerCase() < b.username.toLowerCase() ? -1 : 1;
}

function compareDates(a: Show, b: Show): number {
  return a.date - b.date || (a.id < b.id ? -1 : 1);
}

function compareLatest(a: Show, b: Show): number {
  return b.date - a.date || (a.id < b.id ? -1 : 1);
}
