import { useQuery } from '@tanstack/react-query';
import { type GlobalRow, getGlobalLeaderboard, getMyGlobalRow } from '#contract/leaderboards.ts';
import { sentenceOf } from '#web/http/http-error.ts';
import { countedQueryFor, queryFor } from '#web/http/query-for.ts';
import { useUser } from '#web/session/use-user.ts';
import { Badge } from '#web/ui/badge.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SkeletonRegion, SkeletonRows } from '#web/ui/skeleton.tsx';
import { BoardRow } from './board-row.tsx';

/** /leaderboard: everyone with a scored game. */
export default function GlobalLeaderboardPage() {
  return (
    <div className="grid gap-8">
      <PageHeader title="Global Leaderboard" subtitle="Every show, every point" />
      <GlobalBoard />
    </div>
  );
}

function GlobalBoard() {
  const board = useQuery(countedQueryFor(getGlobalLeaderboard, {}));
  const own = useQuery(queryFor(getMyGlobalRow));
  const user = useUser();
  if (board.isPending)
    return (
      <SkeletonRegion label="Loading leaderboard...">
        <SkeletonRows count={8} />
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
  if (rows.length === 0)
    return <EmptyState title="No leaderboard data yet. Be the first to make a prediction!" />;
  const isOutside = own.data && !rows.some((row) => row.userId === user.id);
  return (
    <>
      {/* Safari forgets that a list without bullets is one. */}
      {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
      <ol role="list">
        {rows.map((row) => (
          <GlobalLine key={row.userId} row={row} isOwn={row.userId === user.id} />
        ))}
      </ol>
      {isOutside && own.data && (
        <ol aria-label="Your own row">
          <GlobalLine row={own.data} isOwn />
        </ol>
      )}
    </>
  );
}

function GlobalLine({ row, isOwn }: { row: GlobalRow; isOwn: boolean }) {
  const games = `${row.gamesPlayed} ${row.gamesPlayed === 1 ? 'game' : 'games'}`;
  return (
    <BoardRow
      rank={row.rank}
      username={row.username}
      points={row.totalPoints}
      isOwn={isOwn}
      hasMedal={row.rank <= 3}
      badge={row.rank <= 3 && <Badge>Top {row.rank}</Badge>}
      facts={`${games} · average ${Number(row.averageScore).toFixed(1)}`}
    />
  );
}
