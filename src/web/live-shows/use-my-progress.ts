import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { getMyShowRow, getShowLeaderboard, type MyShowRow } from '#contract/leaderboards.ts';
import { listMyPredictions, type Prediction } from '#contract/predictions.ts';
import { type Outcome, POINTS } from '#contract/scoring.ts';
import type { SetlistEntry } from '#contract/setlists.ts';
import type { Show } from '#contract/shows.ts';
import { buildBoardPageQuery } from '#web/board/use-board-page.ts';
import { queryFor, queryWithTotalFor } from '#web/http/query-for.ts';
import {
  compareWithSetlist,
  mapOutcomesByPosition,
  type PickCell,
} from '#web/score-display/compare-with-setlist.ts';
import { useMovement } from './movement.ts';

/** `useStanding` shares the query of the standings' first page. */
export const STANDINGS_PAGE_SIZE = 20;

export interface PickWithPoints extends PickCell {
  position: number;
  points: number;
}

export interface MyProgress {
  /** Null if there is none; undefined while loading. */
  prediction: Prediction | null | undefined;
  myPredictions: UseQueryResult<Prediction[]>;
  pickResults: readonly PickWithPoints[];
  outcomeByPosition: ReadonlyMap<number, Outcome>;
  /** The current points during the show, the stored points afterwards, or null until scored. */
  points: number | null;
  standing: Standing | null | undefined;
  movement: number | null;
}

/** While `isRefetching` the setlist, rows and standings may not match. */
export function useMyProgress(
  show: Show,
  rows: readonly SetlistEntry[],
  isRefetching: boolean,
): MyProgress {
  const myPredictions = useQuery(queryFor(listMyPredictions));
  const { standing, isFetching } = useStanding(show.id, STANDINGS_PAGE_SIZE);
  const prediction =
    myPredictions.data && (myPredictions.data.find(({ showId }) => showId === show.id) ?? null);
  const pickResults = useMemo(() => listPickResults(prediction, rows), [prediction, rows]);
  const isLive = show.status === 'live';
  const [wasLive, setWasLive] = useState(isLive);
  if (isLive && !wasLive) setWasLive(true);
  const isSettled = isLive && !isRefetching && !isFetching && standing;
  const movement = useMovement(
    show.id,
    isSettled ? { songCount: rows.length, rank: standing.rank } : undefined,
  );
  return {
    prediction,
    myPredictions,
    pickResults,
    outcomeByPosition: mapOutcomesByPosition(pickResults),
    points: prediction ? computePoints(prediction, pickResults, { isLive, wasLive }) : null,
    standing,
    movement: isLive ? movement : null,
  };
}

function listPickResults(
  prediction: Prediction | null | undefined,
  rows: readonly SetlistEntry[],
): PickWithPoints[] {
  return compareWithSetlist(prediction?.songs ?? [], rows).rows.flatMap(({ position, pick }) =>
    pick ? { ...pick, position, points: POINTS[pick.outcome] } : [],
  );
}

function computePoints(
  { points }: Prediction,
  pickResults: readonly PickWithPoints[],
  { isLive, wasLive }: { isLive: boolean; wasLive: boolean },
): number | null {
  const sum = pickResults.reduce((total, pick) => total + pick.points, 0);
  if (isLive) return sum;
  return points ?? (wasLive && sum > 0 ? sum : null);
}

interface Standing {
  rank: number;
  total: number;
  behind: number;
}

/** Undefined while loading, null if there is no prediction. `pageSize` must match the board's. */
function useStanding(showId: string, pageSize: number) {
  const params = { id: showId };
  const myRow = useQuery(queryFor(getMyShowRow, { params }));
  const board = useQuery(
    queryWithTotalFor(getShowLeaderboard, { params, query: buildBoardPageQuery(pageSize) }),
  );
  return { standing: toStanding(myRow.data, board.data), isFetching: myRow.isFetching };
}

function toStanding(
  myRow: Pick<MyShowRow, 'rank' | 'behind'> | null | undefined,
  board: { total: number } | undefined,
): Standing | null | undefined {
  if (myRow === null) return null;
  return myRow && board && { rank: myRow.rank, behind: myRow.behind, total: board.total };
}
