import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import {
  type BoardChoice,
  type BoardOrder,
  getMyTourRow,
  getTourLeaderboard,
  listTours,
  minGamesForAverage,
  type TourRow,
} from '#contract/tour-boards.ts';
import { Board } from '#web/board/board.tsx';
import { BoardRow } from '#web/board/board-row.tsx';
import { useBoardPage } from '#web/board/use-board-page.ts';
import { queryFor, queryWithTotalFor } from '#web/http/query-for.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { formatShows, useShowCount } from './choose-board.tsx';

/** Pass the choice as the `key`. */
export function TourRanking({ choice: { period, by } }: { choice: BoardChoice }) {
  const page = useBoardPage();
  const showCount = useShowCount(period);
  const board = useQuery({
    ...queryWithTotalFor(getTourLeaderboard, { query: { ...period, by, ...page.query } }),
    placeholderData: keepPreviousData,
  });
  const myRow = useQuery(queryFor(getMyTourRow, { query: { ...period, by } }));
  return (
    <div className="grid gap-3">
      {period.tour !== undefined && <RecapLink tour={period.tour} />}
      {by === 'average' && (
        <p className="min-h-6 text-dim">
          {showCount !== undefined &&
            `Fans with at least ${minGamesForAverage(showCount)} of ${formatShows(showCount)} are ranked.`}
        </p>
      )}
      <Board
        query={board}
        ownRow={myRow.data}
        page={page}
        emptyState={<EmptyState as="h2" title="No points yet" text={EMPTY_TEXTS[by]} />}
        renderRow={(row, isOwn) => (
          <BoardRow
            key={row.userId}
            data-slide={row.userId}
            rank={row.rank}
            username={row.username}
            href={paths.fan({ username: row.username })}
            {...FIGURES[by](row)}
            isOwn={isOwn}
            isPinned={isOwn}
            hasMedal={row.rank <= 3 && row.totalPoints > 0}
            details={describeRow(row, by, showCount)}
          />
        )}
      />
    </div>
  );
}

function RecapLink({ tour }: { tour: string }) {
  const tours = useQuery(queryFor(listTours)).data?.tours;
  if (!tours?.some(({ name, isOver }) => name === tour && isOver)) return null;
  return (
    <p>
      <Link
        href={paths.tourRecap({ tour })}
        className="py-2.5 font-semibold underline underline-offset-4"
      >
        Tour recap
      </Link>
    </p>
  );
}

const EMPTY_TEXTS: Record<BoardOrder, string> = {
  total: 'No fan has points for these shows.',
  average: 'No fan has points for enough of these shows.',
  nights: 'No fan has won any of these shows.',
};

const FIGURES: Record<BoardOrder, (row: TourRow) => { figure: number | string; unit?: string }> = {
  total: ({ totalPoints }) => ({ figure: totalPoints }),
  average: ({ averageScore }) => ({ figure: Number(averageScore).toFixed(1), unit: 'average' }),
  nights: ({ nightsWon }) => ({
    figure: nightsWon,
    unit: nightsWon === 1 ? 'night' : 'nights',
  }),
};

function describeRow(row: TourRow, by: BoardOrder, showCount: number | undefined): string {
  const { gamesPlayed, totalPoints, averageScore, nightsWon } = row;
  const parts = [
    showCount === undefined
      ? formatShows(gamesPlayed)
      : `${gamesPlayed} of ${formatShows(showCount)}`,
    by !== 'total' && `${totalPoints.toLocaleString('en-US')} pts`,
    by !== 'average' && `average ${Number(averageScore).toFixed(1)}`,
    by !== 'nights' && nightsWon > 0 && `${nightsWon} ${nightsWon === 1 ? 'night' : 'nights'} won`,
  ];
  return parts.filter(Boolean).join(' · ');
}
