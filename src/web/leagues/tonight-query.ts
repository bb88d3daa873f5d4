import type { Query, QueryClient } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { LeagueBoardDelta } from '#contract/league-board-delta.ts';
import { applyBoardDelta, boardWatchName } from '#contract/league-board-rows.ts';
import { getLeagueTonight } from '#contract/league-boards.ts';
import { buildBoardPageQuery } from '#web/board/use-board-page.ts';
import { queryFor } from '#web/http/query-for.ts';
import { buildQueryKey } from '#web/http/query-key.ts';
import { writeToCache } from '#web/realtime/live-delta.ts';
import { payloadHandlers } from '#web/realtime/payload-handlers.ts';

/** The first page applies the board's own events, so that a song causes no request. */
export function buildTonightQuery(leagueId: string, page = buildBoardPageQuery()) {
  const query = queryFor(getLeagueTonight, { params: { id: leagueId }, query: page });
  return page.offset === '0'
    ? { ...query, meta: { ...query.meta, ...buildBoardMeta(leagueId) } }
    : query;
}

function buildBoardMeta(leagueId: string) {
  const topics = getLeagueTonight.dependsOn.filter((topic) => topic !== 'standings');
  return {
    // Showing a hidden show changes the account, and its events were withheld until then.
    dependsOn: [...topics, 'leagueBoard:{id}', 'account:{me}'] as const,
    watches: boardWatchName(leagueId.toLowerCase()),
  };
}

function applyLeagueBoard(
  client: QueryClient,
  leagueId: string,
  { showId, total, ...delta }: LeagueBoardDelta,
): ReadonlySet<Query> {
  const updatedQueries = new Set<Query>();
  const key = buildQueryKey(getLeagueTonight, { id: leagueId });
  for (const query of client.getQueryCache().findAll({ queryKey: key })) {
    const board = query.state.data as ResponseOf<typeof getLeagueTonight> | undefined;
    const isFirstPage = query.meta?.watches !== undefined;
    if (!isFirstPage || board?.show?.id !== showId) continue;
    const rows = applyBoardDelta(board.rows, delta);
    if (rows) writeToCache(client, query.queryKey, { ...board, total, rows }, updatedQueries);
  }
  return updatedQueries;
}

payloadHandlers.leagueBoard = (client, leagueId, { board }) =>
  board && applyLeagueBoard(client, leagueId, board);
