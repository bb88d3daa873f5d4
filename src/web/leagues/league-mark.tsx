import type { LeagueItem } from '#contract/leagues.ts';
import { classes } from '#web/ui/class-names.ts';
import { getInitials } from '#web/ui/initials.ts';

type LeagueMarkProps = { league: Pick<LeagueItem, 'name' | 'color'>; size?: 'md' | 'lg' };

export function LeagueMark({ league, size = 'md' }: LeagueMarkProps) {
  return (
    <span
      aria-hidden
      className={classes(
        LEAGUE_BACKGROUNDS[league.color],
        'poster inline-flex shrink-0 select-none items-center justify-center rounded-control text-(--avatar-text) leading-none',
        size === 'md' ? 'size-11 text-lg' : 'size-16 text-poster-md',
      )}
    >
      {getInitials(league.name)}
    </span>
  );
}

/** Classes, because the server's HTML may contain no style attributes. */
export const LEAGUE_BACKGROUNDS: Record<LeagueItem['color'], string> = {
  plum: 'bg-(--avatar-1)',
  teal: 'bg-(--avatar-2)',
  green: 'bg-(--avatar-3)',
  rust: 'bg-(--avatar-4)',
  blue: 'bg-(--avatar-5)',
  rose: 'bg-(--avatar-6)',
};
