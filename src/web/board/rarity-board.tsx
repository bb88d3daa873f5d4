import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getMyRarityRow, getRarityBoard, MAX_RARITY, MIN_RARITY_SHEETS } from '#contract/rarity.ts';
import { queryFor, queryWithTotalFor } from '#web/http/query-for.ts';
import { RulesLink } from '#web/score-display/rules-link.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Board } from './board.tsx';
import { BoardRow } from './board-row.tsx';
import { findRowPath } from './find-row-path.ts';
import { useBoardPage } from './use-board-page.ts';

/** Pass the show's ID as the `key`. */
export function RarityBoard({ showId }: { showId: string }) {
  const params = { id: showId };
  const page = useBoardPage();
  const board = useQuery({
    ...queryWithTotalFor(getRarityBoard, { params, query: page.query }),
    placeholderData: keepPreviousData,
  });
  const ownRow = useQuery(queryFor(getMyRarityRow, { params }));
  return (
    <div className="grid gap-3">
      <p className="max-w-prose text-dim">
        The fewer fans called a song, the more it's worth: up to {MAX_RARITY} for each correct call.
        Rarity doesn't change your points.
      </p>
      <Board
        query={board}
        ownRow={ownRow.data}
        page={page}
        emptyState={
          <EmptyState
            as="h3"
            title="Too few predictions"
            text={`Rarity needs at least ${MIN_RARITY_SHEETS} predictions for a show.`}
          />
        }
        renderRow={({ userId, username, rank, totalPoints, isPrivate = false }, isOwn) => (
          <BoardRow
            key={userId}
            data-slide={userId}
            rank={rank}
            username={username}
            href={findRowPath({ username, isPrivate }, { showId, isOwn })}
            isPrivate={isPrivate && !isOwn}
            figure={totalPoints}
            unit="rarity"
            isOwn={isOwn}
            isPinned={isOwn}
            hasMedal={totalPoints > 0 && rank <= 3}
          />
        )}
        footer={<RulesLink />}
      />
    </div>
  );
}
