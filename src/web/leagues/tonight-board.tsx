import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Board } from '#web/board/board.tsx';
import { BoardRow } from '#web/board/board-row.tsx';
import { findRowPath } from '#web/board/find-row-path.ts';
import { useBoardPage } from '#web/board/use-board-page.ts';
import { HiddenShow, useHidesShow } from '#web/show-display/spoilers.tsx';
import { shortDate } from '#web/time/venue-time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { LiveDot } from '#web/ui/live-dot.tsx';
import { buildTonightQuery } from './tonight-query.ts';

export function TonightBoard({ leagueId }: { leagueId: string }) {
  const page = useBoardPage();
  const hidesShow = useHidesShow();
  const tonight = useQuery({
    ...buildTonightQuery(leagueId, page.query),
    placeholderData: keepPreviousData,
  });
  const show = tonight.data?.show;
  if (show === null) return null;
  const isLive = show?.status === 'live';
  if (show && hidesShow(show)) return <HiddenShow show={show} />;
  return (
    <section aria-label="Show" className="grid gap-3">
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center gap-x-3">
          <h2 className="poster text-poster-md">{isLive ? 'Tonight' : 'Latest show'}</h2>
          {isLive && (
            <Badge tone="lamp">
              <LiveDot />
              Live
            </Badge>
          )}
        </div>
        <p className="min-h-6 text-dim">
          {show && `${show.name} · ${shortDate(show.date, show.timeZone)}`}
        </p>
      </div>
      <Board
        query={tonight}
        ownRow={undefined}
        page={page}
        emptyState={null}
        renderRow={(row, isOwn) => (
          <BoardRow
            key={row.userId}
            data-slide={row.userId}
            rank={row.rank}
            username={row.username}
            href={findRowPath(row, { showId: show?.id, isOwn })}
            isPrivate={row.isPrivate && !isOwn}
            figure={row.totalPoints}
            isOwn={isOwn}
            isPinned={isOwn}
            hasMedal={!isLive && row.rank <= 3 && row.totalPoints > 0}
          />
        )}
      />
    </section>
  );
}
