import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { getMyShowRow, getShowLeaderboard } from '#contract/leaderboards.ts';
import { listMyPredictions, type Prediction } from '#contract/predictions.ts';
import { type Outcome, POINTS } from '#contract/scoring.ts';
import type { SetlistEntry } from '#contract/setlists.ts';
import type { Show } from '#contract/shows.ts';
import { pageQueryOf } from '#web/board/use-board-page.ts';
import { countedQueryFor, queryFor } from '#web/http/query-for.ts';
import { type PickCell, sideBySideRows } from '#web/score-display/side-by-side-rows.ts';
import { useMovement } from './movement.ts';

/** Rows of the standings beside the setlist; one's place is read with the first page of them. */
export const STANDINGS_ROWS = 20;

/** A pick with its place and what became of it so far. */
export interface Call extends PickCell {
  position: number;
  points: number;
}

/** What a show means to its reader. */
export interface MyLiveShow {
  /** Null where there is none, undefined while that is not known. */
  prediction: Prediction | null | undefined;
  /** By which it is read, with all of one's own. */
  mine: UseQueryResult<Prediction[]>;
  /** In the order of the picks. */
  calls: readonly Call[];
  /** By the position of the row that earned it. */
  outcomeAt: ReadonlyMap<number, Outcome>;
  /** So far while the show is live, then as stored; null until there are any. */
  points: number | null;
  standing: Standing | null | undefined;
  /** Ranks gained with the last song; null where it is not known. */
  movement: number | null;
}

/** `isReading` while the setlist is being read anew, when rows and standings may not agree. */
export function useMyLiveShow(
  show: Show,
  rows: readonly SetlistEntry[],
  isReading: boolean,
): MyLiveShow {
  const mine = useQuery(queryFor(listMyPredictions));
  const { standing, isFetching } = useStanding(show.id, STANDINGS_ROWS);
  const prediction = mine.data && (mine.data.find(({ showId }) => showId === show.id) ?? null);
  const calls = useMemo(() => callsOf(prediction, rows), [prediction, rows]);
  const isLive = show.status === 'live';
  const [wasLive, setWasLive] = useState(isLive);
  if (isLive && !wasLive) setWasLive(true);
  const isSettled = isLive && !isReading && !isFetching && standing;
  const movement = useMovement(
    show.id,
    isSettled ? { songs: rows.length, rank: standing.rank } : undefined,
  );
  return {
    prediction,
    mine,
    calls,
    outcomeAt: new Map(
      calls.flatMap(({ playedAt, outcome }) => (playedAt === null ? [] : [[playedAt, outcome]])),
    ),
    points: prediction ? pointsOf(prediction, calls, { isLive, wasLive }) : null,
    standing,
    movement: isLive ? movement : null,
  };
}

function callsOf(prediction: Prediction | null | undefined, rows: readonly SetlistEntry[]): Call[] {
  return sideBySideRows(prediction?.songs ?? [], rows).places.flatMap(({ position, pick }) =>
    pick ? { ...pick, position, points: POINTS[pick.outcome] } : [],
  );
}

/** A show closes with points for all, which are read a moment later: until then those so far stand. */
function pointsOf(
  { points }: Prediction,
  calls: readonly Call[],
  { isLive, wasLive }: { isLive: boolean; wasLive: boolean },
): number | null {
  const soFar = calls.reduce((sum, call) => sum + call.points, 0);
  if (isLive) return soFar;
  return points ?? (wasLive && soFar > 0 ? soFar : null);
}

interface Standing {
  rank: number;
  /** How many predicted the show. */
  total: number;
}

/**
 * One's own place on a show's board, and whether it is being read anew. Undefined while it is not
 * known, null for whoever is not on it. `rows` is the page of the board beside it: they share one call.
 */
function useStanding(showId: string, rows: number) {
  const params = { id: showId };
  const own = useQuery(queryFor(getMyShowRow, { params }));
  const board = useQuery(countedQueryFor(getShowLeaderboard, { params, query: pageQueryOf(rows) }));
  return { standing: standingOf(own.data, board.data), isFetching: own.isFetching };
}

function standingOf(
  own: { rank: number } | null | undefined,
  board: { total: number } | undefined,
): Standing | null | undefined {
  if (own === null) return null;
  return own && board && { rank: own.rank, total: board.total };
}
