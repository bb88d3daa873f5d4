import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { type GlobalRow, getGlobalLeaderboard, getMyGlobalRow } from '#contract/leaderboards.ts';
import { countedQueryFor, queryFor } from '#web/http/query-for.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Board } from './board.tsx';
import { BoardRow } from './board-row.tsx';
import { useBoardPage } from './use-board-page.ts';

/** /leaderboard: everyone with a scored game. */
export default function GlobalLeaderboardPage() {
  return (
    <div className="grid max-w-4xl gap-8">
      <PageHeader title="Global Leaderboard" subtitle="Every show, every point" />
      <GlobalBoard />
    </div>
  );
}

function GlobalBoard() {
  const page = useBoardPage();
  const board = useQuery({
    ...countedQueryFor(getGlobalLeaderboard, { query: page.query }),
    placeholderData: keepPreviousData,
  });
  const own = useQuery(queryFor(getMyGlobalRow));
  return (
    <Board
      query={board}
      own={own.data}
      page={page}
      empty={
        <EmptyState
          as="h2"
          title="No leaderboard data yet. Be the first to make a prediction!"
          action={
            <Button asChild variant="lamp">
              <Link href="/game">Make Prediction</Link>
            </Button>
          }
        />
      }
      line={(row, isOwn) => <GlobalLine key={row.userId} row={row} isOwn={isOwn} />}
    />
  );
}

function GlobalLine({ row, isOwn }: { row: GlobalRow; isOwn: boolean }) {
  const games = `${row.gamesPlayed} ${row.gamesPlayed === 1 ? 'game' : 'games'}`;
  return (
    <BoardRow
      data-slide={row.userId}
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
