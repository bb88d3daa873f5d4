import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getShowLeaderboard, LEADERBOARD_DEFAULT_ROWS as PAGE } from '#contract/leaderboards.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryWithTotalFor } from '#web/http/query-for.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LongName } from '#web/ui/list/long-name.tsx';
import { Pager } from '#web/ui/list/pager.tsx';
import { Table, Td, Th } from '#web/ui/list/table.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { ShowResult } from './show-result.tsx';

export function ScoredShowTable({ showId }: { showId: string }) {
  const [offset, setOffset] = useState(0);
  const board = useQuery({
    ...buildPageQuery(showId, offset),
    placeholderData: keepPreviousData,
  });
  const firstPage = useQuery(buildPageQuery(showId, 0)).data;
  return (
    <Loaded
      query={board}
      label="Loading the leaderboard"
      errorMessage="The leaderboard could not be loaded."
    >
      {({ rows, total }) =>
        total === 0 ? (
          <EmptyState title="No predictions for this show" />
        ) : (
          <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
            <div className="lg:col-start-2">
              {firstPage && <ShowResult rows={firstPage.rows} />}
            </div>
            <Panel title="Leaderboard" className="lg:col-start-1 lg:row-start-1">
              <Table label="Leaderboard">
                <thead>
                  <tr>
                    <Th numeric className="w-px">
                      Rank
                    </Th>
                    <Th>Username</Th>
                    <Th numeric>Total Points</Th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map(({ userId, rank, username, totalPoints }) => (
                    <tr key={userId}>
                      <Td numeric className="poster min-w-0! text-dim text-xl">
                        {rank}
                      </Td>
                      <Td className="font-semibold">
                        <LongName name={username} />
                      </Td>
                      <Td numeric className="poster text-xl">
                        {totalPoints.toLocaleString('en-US')}
                      </Td>
                    </tr>
                  ))}
                </tbody>
              </Table>
              {total > PAGE && (
                <div className="px-4.5 py-4">
                  <Pager offset={offset} pageSize={PAGE} rowCount={total} onOffset={setOffset} />
                </div>
              )}
            </Panel>
          </div>
        )
      }
    </Loaded>
  );
}

function buildPageQuery(showId: string, offset: number) {
  return queryWithTotalFor(getShowLeaderboard, {
    params: { id: showId },
    query: { limit: String(PAGE), offset: String(offset) },
  });
}
