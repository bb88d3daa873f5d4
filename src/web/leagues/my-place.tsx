import { useQuery } from '@tanstack/react-query';
import { getLeagueSeason } from '#contract/league-boards.ts';
import { formatOrdinal } from '#contract/ordinals.ts';
import { buildBoardPageQuery } from '#web/board/use-board-page.ts';
import { queryWithTotalFor } from '#web/http/query-for.ts';
import { useUser } from '#web/session/use-user.ts';
import { useLiveShow } from '#web/show-display/displayed-show.ts';
import { LiveDot } from '#web/ui/live-dot.tsx';
import { buildTonightQuery } from './tonight-query.ts';

type MyPlaceProps = { leagueId: string };

/** Reads the first page of the league's board, so a fan further down has no rank here. */
export function SeasonPlace({ leagueId: id }: MyPlaceProps) {
  const user = useUser();
  const season = useQuery(
    queryWithTotalFor(getLeagueSeason, { params: { id }, query: buildBoardPageQuery() }),
  );
  const row = season.data?.rows.find(({ userId }) => userId === user.id);
  if (!row || row.showCount === 0) return null;
  return (
    <span className="grid shrink-0 justify-items-end gap-1">
      <span className="poster text-poster-md">
        <span className="sr-only">Your rank: </span>
        {formatOrdinal(row.rank)}
        <span className="sr-only"> </span>
      </span>
      <span className="text-dim text-sm tabular-nums">
        of {season.data?.total.toLocaleString('en-US')} · {row.totalPoints.toLocaleString('en-US')}{' '}
        pts
      </span>
    </span>
  );
}

/** My rank tonight, while a show is live. */
export function TonightPlace({ leagueId }: MyPlaceProps) {
  // Its line appears with the list, so that nothing moves when the rank arrives.
  return useLiveShow() && <LivePlace leagueId={leagueId} />;
}

function LivePlace({ leagueId: id }: MyPlaceProps) {
  const user = useUser();
  const { data } = useQuery(buildTonightQuery(id));
  const row = data?.rows.find(({ userId }) => userId === user.id);
  return (
    <span className="flex items-center gap-2 text-sm tabular-nums">
      <LiveDot />
      <span className="font-semibold text-lamp">Live</span>
      {data?.show?.status === 'live' && (
        <span>
          {row
            ? `${formatOrdinal(row.rank)} of ${data.total.toLocaleString('en-US')} · ${row.totalPoints.toLocaleString('en-US')} pts`
            : formatPredictions(data.total)}
        </span>
      )}
    </span>
  );
}

function formatPredictions(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'prediction' : 'predictions'}`;
}
