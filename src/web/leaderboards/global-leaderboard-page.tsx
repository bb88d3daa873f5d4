import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'wouter';
import { type GlobalRow, getGlobalLeaderboard, getMyGlobalRow } from '#contract/leaderboards.ts';
import { paths } from '#contract/pages.ts';
import {
  BOARD_ORDERS,
  type BoardChoice,
  type BoardOrder,
  isGlobalBoard,
  readBoardChoice,
} from '#contract/tour-boards.ts';
import { Board } from '#web/board/board.tsx';
import { BoardRow } from '#web/board/board-row.tsx';
import { useBoardPage } from '#web/board/use-board-page.ts';
import { GlobalHousePlayers } from '#web/house-players/global-house-players.tsx';
import { queryFor, queryWithTotalFor } from '#web/http/query-for.ts';
import { RulesLink } from '#web/score-display/rules-link.tsx';
import { useLiveShow } from '#web/show-display/displayed-show.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LiveDot } from '#web/ui/live-dot.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/tabs.tsx';
import { ChoosePeriod } from './choose-board.tsx';
import { TourRanking } from './tour-ranking.tsx';

export default function GlobalLeaderboardPage() {
  return (
    <div className="grid max-w-4xl gap-5 sm:gap-8 xl:max-w-none xl:grid-cols-[minmax(0,1fr)_19rem] xl:items-start">
      <div className="grid gap-5 sm:gap-8 xl:col-span-2">
        <PageHeader
          title="Global Leaderboard"
          subtitle={<span className="max-sm:hidden">Every show, every point</span>}
        />
        <Tonight />
      </div>
      <ChosenBoard />
      <div className="flex flex-wrap items-center justify-between gap-x-6 text-dim xl:grid xl:justify-items-start xl:gap-3 xl:rounded-xl xl:border xl:border-rail xl:bg-stage xl:px-4.5 xl:py-4 xl:[&_p>a]:block xl:[&_p>a]:py-0.5">
        <p>
          Your points, show by show:{' '}
          <Link href={paths.myPredictions()} className={LINK}>
            My Predictions
          </Link>
        </p>
        <p>
          A single show:{' '}
          <Link href={paths.showLeaderboard()} className={LINK}>
            Show Leaderboard
          </Link>
        </p>
        <p>
          Among friends:{' '}
          <Link href={paths.leagues()} className={LINK}>
            Leagues
          </Link>
        </p>
        <RulesLink />
      </div>
    </div>
  );
}

function ChosenBoard() {
  const [search, setSearch] = useSearchParams();
  const choice = readBoardChoice((name) => search.get(name));
  const { period, by } = choice;
  const choose = (next: BoardChoice) =>
    setSearch({ ...next.period, ...(next.by !== 'total' && { by: next.by }) }, { replace: true });
  return (
    <div className="grid grid-cols-1 gap-5">
      <ChoosePeriod period={period} onChange={(next) => choose({ period: next, by })} />
      <Tabs
        value={by}
        onValueChange={(next) => choose({ period, by: next as BoardOrder })}
        className="grid grid-cols-1 gap-5"
      >
        <TabList label="Rank by" variant="segmented" className="sm:max-w-md">
          {BOARD_ORDERS.map((order) => (
            <Tab key={order} value={order}>
              {ORDER_LABELS[order]}
            </Tab>
          ))}
        </TabList>
        {BOARD_ORDERS.map((order) => (
          <TabPanel key={order} value={order} className="min-w-0">
            {isGlobalBoard(choice) ? (
              <GlobalRanking />
            ) : (
              <TourRanking key={JSON.stringify(choice)} choice={choice} />
            )}
          </TabPanel>
        ))}
      </Tabs>
    </div>
  );
}

const ORDER_LABELS: Record<BoardOrder, string> = {
  total: 'Points',
  average: 'Average',
  nights: 'Nights won',
};

function Tonight() {
  const liveShow = useLiveShow();
  if (!liveShow) return null;
  return (
    <p className="-mt-2 flex items-baseline gap-2.5 text-dim sm:-mt-4">
      <LiveDot />
      <span>
        <Link href={paths.showLeaderboard({ show: liveShow.id })} className={LINK}>
          Leaderboard of {liveShow.name}
        </Link>
        . Its points count here after the show.
      </span>
    </p>
  );
}

const LINK = 'py-2.5 font-semibold text-text underline underline-offset-4';

function GlobalRanking() {
  const page = useBoardPage();
  const board = useQuery({
    ...queryWithTotalFor(getGlobalLeaderboard, { query: page.query }),
    placeholderData: keepPreviousData,
  });
  const myRow = useQuery(queryFor(getMyGlobalRow));
  return (
    <Board
      query={board}
      ownRow={myRow.data}
      page={page}
      emptyState={
        <EmptyState
          as="h2"
          title="No leaderboard data yet. Be the first to make a prediction!"
          action={
            <Button asChild variant="lamp">
              <Link href={paths.game()}>Make Prediction</Link>
            </Button>
          }
        />
      }
      renderRow={(row, isOwn) => <GlobalRankingRow key={row.userId} row={row} isOwn={isOwn} />}
      footer={<GlobalHousePlayers />}
    />
  );
}

function GlobalRankingRow({ row, isOwn }: { row: GlobalRow; isOwn: boolean }) {
  const games = `${row.gamesPlayed} ${row.gamesPlayed === 1 ? 'game' : 'games'}`;
  return (
    <BoardRow
      data-slide={row.userId}
      rank={row.rank}
      username={row.username}
      href={paths.fan({ username: row.username })}
      figure={row.totalPoints}
      isOwn={isOwn}
      isPinned={isOwn}
      hasMedal={row.rank <= 3}
      badge={row.rank <= 3 && <Badge>Top {row.rank}</Badge>}
      details={`${games} · average ${Number(row.averageScore).toFixed(1)}`}
    />
  );
}
