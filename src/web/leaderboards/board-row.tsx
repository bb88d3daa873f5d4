import { Medal } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { classes } from '#web/ui/class-names.ts';

type BoardRowProps = {
  rank: number;
  username: string;
  points: number;
  /** Before a show is live nobody has a medal. */
  hasMedal: boolean;
  isOwn: boolean;
  /** Beside the name: 'Champion', 'Top 1'. */
  badge?: ReactNode;
  /** Between name and points: games, average. */
  facts?: ReactNode;
};

/** A line of a board: rank or medal, initials, name, points. */
export function BoardRow({ rank, username, points, hasMedal, isOwn, badge, facts }: BoardRowProps) {
  return (
    <li
      aria-current={isOwn ? 'true' : undefined}
      className={classes(
        'grid min-h-14 grid-cols-[2.5rem_2.25rem_minmax(0,1fr)_auto] items-center gap-x-3 border-rail border-b py-2 pr-2 last:border-b-0',
        isOwn && 'bg-text/5',
      )}
    >
      <span className="poster flex items-center justify-end gap-1 text-poster-sm text-dim tabular-nums">
        {hasMedal && <Medal aria-hidden className="size-4 text-lamp" />}
        {rank}
      </span>
      <Avatar name={username} />
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <bdi className="min-w-0 break-words font-semibold">{username}</bdi>
        {isOwn && <Badge tone="lamp">You</Badge>}
        {badge}
        {facts && <span className="basis-full text-dim text-sm">{facts}</span>}
      </span>
      <span className="poster text-poster-sm tabular-nums">
        {points}
        <span className="ml-1 font-body font-normal text-dim text-sm">pts</span>
      </span>
    </li>
  );
}
