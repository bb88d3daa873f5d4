import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { getShowLeaderboard } from '#contract/leaderboards.ts';
import { paths } from '#contract/pages.ts';
import type { Show } from '#contract/shows.ts';
import { useSlidingRows } from '#web/board/use-sliding-rows.ts';
import { queryWithTotalFor } from '#web/http/query-for.ts';
import { useUser } from '#web/session/use-user.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/class-names.ts';
import { Trophy } from '#web/ui/icons.ts';
import { LongName } from '#web/ui/list/long-name.tsx';
import { LiveDot } from '#web/ui/live-dot.tsx';
import { lazyComponent } from '#web/ui/loading/lazy.tsx';
import { useLiveShow } from '../../show-display/displayed-show.ts';

const Popover = lazyComponent(() => import('#web/ui/overlay/popover.tsx'), { isShared: true });

type LiveRankingsProps = { isExpanded: boolean; onNavigate: (() => void) | undefined };

export function LiveRankings({ isExpanded, onNavigate }: LiveRankingsProps) {
  const show = useLiveShow();
  if (!show) return null;
  if (isExpanded) return <Rankings show={show} onNavigate={onNavigate} />;
  return <RankingsPopover show={show} />;
}

function RankingsPopover({ show }: { show: Show }) {
  const [isOpen, setOpen] = useState(false);
  const renderTrigger = (onClick?: () => void) => (
    <Button
      variant="ghost"
      size="icon"
      aria-label="Live Show Rankings"
      className="relative"
      onClick={onClick}
    >
      <Trophy aria-hidden />
      <span className="absolute top-1 right-1 flex">
        <LiveDot />
      </span>
    </Button>
  );
  return (
    <Popover
      loadWhen={isOpen ? 'open' : 'closed'}
      fallback={renderTrigger(() => setOpen(true))}
      open={isOpen}
      onOpenChange={setOpen}
      label="Live Show Rankings"
      side="right"
      trigger={renderTrigger()}
    >
      <Rankings show={show} onNavigate={() => setOpen(false)} />
    </Popover>
  );
}

const MAX_ENTRIES = '5';

type RankingsProps = { show: Show; onNavigate: (() => void) | undefined };

function Rankings({ show, onNavigate }: RankingsProps) {
  const { id: userId } = useUser();
  const listRef = useSlidingRows<HTMLOListElement>();
  const { data } = useQuery(
    queryWithTotalFor(getShowLeaderboard, {
      params: { id: show.id },
      query: { limit: MAX_ENTRIES },
    }),
  );
  return (
    <section aria-labelledby="live-rankings" className="grid grid-cols-1 gap-1.5 px-2.5">
      <p id="live-rankings" className="label flex items-center gap-2 text-lamp">
        <LiveDot />
        Live Show Rankings
      </p>
      <p className="font-semibold">
        <LongName name={show.name} />
      </p>
      {data?.total === 0 && <p className="text-dim text-sm">No predictions yet</p>}
      {data && data.total > 0 && (
        <>
          <ol ref={listRef} className="grid grid-cols-1">
            {data.rows.map((row) => (
              <li
                key={row.userId}
                data-slide={row.userId}
                aria-current={row.userId === userId ? 'true' : undefined}
                className="flex min-h-7 items-center gap-1.5 text-sm pointer-coarse:min-h-9"
              >
                <span className="w-4 shrink-0 text-right text-dim tabular-nums">{row.rank}</span>
                <Avatar name={row.username} size="xs" />
                <Link
                  href={paths.fanSheet({ username: row.username, id: show.id })}
                  onClick={onNavigate}
                  className="min-w-0 flex-1 rounded-md py-1 underline-offset-4 hover:underline"
                >
                  <LongName
                    name={row.username}
                    isOneLine
                    className={classes(row.userId === userId && 'font-semibold')}
                  />
                </Link>
                <span className="font-semibold tabular-nums">{row.totalPoints}</span>
              </li>
            ))}
          </ol>
          <Link
            href={paths.globalLeaderboard()}
            onClick={onNavigate}
            className="inline-flex min-h-9 items-center text-dim text-sm underline underline-offset-4 hover:text-text pointer-coarse:min-h-11"
          >
            View All {data.total.toLocaleString('en-US')} Entries
          </Link>
        </>
      )}
    </section>
  );
}
