import { useQuery } from '@tanstack/react-query';
import { getMyShowRow, getShowLeaderboard, type ShowRow } from '#contract/leaderboards.ts';
import { hasResults, type Show } from '#contract/shows.ts';
import { sentenceOf } from '#web/http/http-error.ts';
import { countedQueryFor, queryFor } from '#web/http/query-for.ts';
import { useUser } from '#web/session/use-user.ts';
import { Badge } from '#web/ui/badge.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { SkeletonRegion, SkeletonRows } from '#web/ui/skeleton.tsx';
import { BoardRow } from './board-row.tsx';

const LABELS: Record<number, string> = { 1: 'Champion', 2: 'Runner-up', 3: 'Third Place' };

/** A show's board; one's own row is pinned below where it is outside the rows shown. */
export function ShowBoard({ show }: { show: Pick<Show, 'id' | 'status'> }) {
  const params = { id: show.id };
  const board = useQuery(countedQueryFor(getShowLeaderboard, { params }));
  const own = useQuery(queryFor(getMyShowRow, { params }));
  const user = useUser();
  if (board.isPending)
    return (
      <SkeletonRegion label="Loading leaderboard...">
        <p className="pb-3 text-dim">Loading leaderboard...</p>
        <SkeletonRows count={6} />
      </SkeletonRegion>
    );
  if (board.isError)
    return (
      <ErrorState
        message={sentenceOf(board.error, 'The leaderboard could not be loaded.')}
        onRetry={() => board.refetch()}
        pending={board.isFetching}
      />
    );
  const { rows } = board.data;
  if (rows.length === 0) return <EmptyState title="No predictions for this show yet" />;
  const isOutside = own.data && !rows.some((row) => row.userId === user.id);
  const line = (row: ShowRow) => (
    <BoardRow
      key={row.userId}
      rank={row.rank}
      username={row.username}
      points={row.totalPoints}
      isOwn={row.userId === user.id}
      hasMedal={hasResults(show) && row.rank <= 3}
      badge={hasResults(show) && LABELS[row.rank] && <Badge>{LABELS[row.rank]}</Badge>}
    />
  );
  return (
    <>
      {/* Safari forgets that a list without bullets is one. */}
      {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
      <ol role="list">{rows.map(line)}</ol>
      {isOutside && own.data && <ol aria-label="Your own row">{line(own.data)}</ol>}
    </>
  );
}
