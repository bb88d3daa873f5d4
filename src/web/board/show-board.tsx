import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getMyShowRow, getShowLeaderboard } from '#contract/leaderboards.ts';
import { listMyPredictions } from '#contract/predictions.ts';
import type { LockableShow } from '#contract/show-lock.ts';
import { hasResults, type Show } from '#contract/shows.ts';
import { ShowHousePlayers } from '#web/house-players/show-house-players.tsx';
import { queryFor, queryWithTotalFor } from '#web/http/query-for.ts';
import { RulesLink } from '#web/score-display/rules-link.tsx';
import { useArePicksRevealed } from '#web/show-display/displayed-show.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Board } from './board.tsx';
import { BoardRow } from './board-row.tsx';
import { findRowPath } from './find-row-path.ts';
import { RANK_LABELS } from './rank-labels.ts';
import { BOARD_PAGE_SIZE, useBoardPage } from './use-board-page.ts';

type ShowBoardProps = {
  show: Pick<Show, 'id'> & LockableShow;
  pageSize?: number | undefined;
  /** Marks only the leaders, with 'Leading', until the show is closed. */
  isLiveScreen?: boolean | undefined;
};

/** Pass the show's ID as the `key`. */
export function ShowBoard({
  show,
  pageSize = BOARD_PAGE_SIZE,
  isLiveScreen = false,
}: ShowBoardProps) {
  const isProvisional = isLiveScreen && show.status !== 'closed';
  const arePicksRevealed = useArePicksRevealed(show);
  const params = { id: show.id };
  const page = useBoardPage(pageSize);
  const board = useQuery({
    ...queryWithTotalFor(getShowLeaderboard, { params, query: page.query }),
    placeholderData: keepPreviousData,
  });
  const ownRow = useQuery(queryFor(getMyShowRow, { params }));
  // Used by realtime/live-delta to compute the fan's row.
  useQuery({ ...queryFor(listMyPredictions), enabled: show.status === 'live' });
  return (
    <Board
      query={board}
      ownRow={ownRow.data}
      isOwnRowPinned={!isLiveScreen}
      page={page}
      emptyState={<EmptyState title="No predictions for this show yet" />}
      renderRow={(row, isOwn) => {
        // Before the first song, everyone shares rank 1 with 0 points.
        const isRanked = hasResults(show) && row.totalPoints > 0;
        const isHidden = row.isPrivate === true && !isOwn;
        const label = isRanked && (isProvisional ? LIVE_LABELS : RANK_LABELS)[row.rank];
        return (
          <BoardRow
            key={row.userId}
            data-slide={row.userId}
            rank={row.rank}
            username={row.username}
            href={findRowPath(row, { showId: arePicksRevealed ? show.id : undefined, isOwn })}
            isPrivate={arePicksRevealed && isHidden}
            figure={row.totalPoints}
            isOwn={isOwn}
            isPinned={isOwn && !isLiveScreen}
            hasMedal={isRanked && !isProvisional && row.rank <= 3}
            details={label || undefined}
          />
        );
      }}
      footer={
        <>
          <ShowHousePlayers show={show} />
          <RulesLink />
        </>
      }
    />
  );
}

const LIVE_LABELS: Record<number, string> = { 1: 'Leading' };
