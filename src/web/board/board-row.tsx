import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'wouter';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { classes } from '#web/ui/class-names.ts';
import { Award, Medal, Trophy } from '#web/ui/icons.ts';
import { LongName } from '#web/ui/list/long-name.tsx';

type BoardRowProps = {
  rank: number;
  username: string;
  figure: number | string;
  /** Defaults to 'pts'. */
  unit?: string | undefined;
  hasMedal: boolean;
  isOwn: boolean;
  href?: string | undefined;
  isPrivate?: boolean | undefined;
  /** Sticks to the bottom of the screen while its own position is further down. */
  isPinned: boolean;
  badge?: ReactNode;
  details?: ReactNode;
} & ComponentProps<'li'>;

export function BoardRow(props: BoardRowProps) {
  const { rank, username, figure, unit = 'pts', hasMedal, isOwn, isPinned, ...rest } = props;
  const { href, isPrivate = false, badge, details, ...item } = rest;
  return (
    <li
      {...item}
      aria-current={isOwn ? 'true' : undefined}
      className={classes(
        'grid min-h-15 grid-cols-[minmax(2.375rem,auto)_2.25rem_minmax(0,1fr)_auto] items-center gap-x-2.5 border-rail border-b py-2 pr-2 last:border-b-0 sm:grid-cols-[minmax(3.5rem,auto)_2.25rem_minmax(0,1fr)_auto] sm:gap-x-3 sm:pr-3',
        isOwn &&
          'bg-[color-mix(in_oklab,var(--text)_6%,var(--hall))] shadow-[inset_3px_0_var(--lamp)]',
        // The glow fades out the row that it cuts off.
        isPinned &&
          'sticky bottom-(--page-foot) z-10 shadow-[inset_3px_0_var(--lamp),0_-0.75rem_0.75rem_-0.25rem_var(--hall)]!',
      )}
    >
      <span className="poster flex items-center justify-end gap-x-1.5 text-dim text-xl sm:text-poster-sm">
        {hasMedal && <RankMedal rank={rank} />}
        <span className="sr-only">Rank </span>
        {rank.toLocaleString('en-US')}
      </span>
      <Avatar name={username} />
      <span className="@container flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        {href ? (
          <Link
            href={href}
            className="-my-2 min-w-0 rounded-md py-2 underline-offset-4 hover:underline"
          >
            <LongName name={username} className="font-semibold" />
          </Link>
        ) : (
          <LongName name={username} className="font-semibold" />
        )}
        {isPrivate && (
          <span className="text-dim text-sm">
            <span className="sr-only">Predictions are </span>private
          </span>
        )}
        {isOwn && <Badge tone="lamp">You</Badge>}
        {badge}
        {details && (
          <span
            className={classes(
              'basis-full text-dim text-sm tabular-nums',
              isOwn && '@max-3xs:basis-auto',
            )}
          >
            {details}
          </span>
        )}
      </span>
      <span className="poster whitespace-nowrap text-right text-poster-sm">
        {figure.toLocaleString('en-US')}{' '}
        <span className="font-body font-normal text-dim text-sm max-sm:block max-sm:text-xs">
          {unit}
        </span>
      </span>
    </li>
  );
}

/** Medals differ in shape as well as color. */
export function RankMedal({ rank }: { rank: number }) {
  const medal = MEDALS[rank];
  return medal && <medal.Icon aria-hidden className={`size-4.5 shrink-0 ${medal.color}`} />;
}

const MEDALS: Record<number, { Icon: typeof Medal; color: string }> = {
  1: { Icon: Trophy, color: 'text-gold' },
  2: { Icon: Medal, color: 'text-silver' },
  3: { Icon: Award, color: 'text-bronze' },
};
