import type { Show } from '#contract/shows.ts';
import { ShowFacts, ShowStatusBadge } from '#web/show-display/show-facts.tsx';
import { classes } from '#web/ui/class-names.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ConnectionIndicator } from './connection-indicator.tsx';
import { ShowMenu } from './show-menu.tsx';

type ShowHeaderProps = {
  show: Show;
  /** As high as the menu's button, for phones. */
  isCompact: boolean;
};

export function ShowHeader({ show, isCompact }: ShowHeaderProps) {
  const isLive = show.status === 'live';
  const showFacts = <ShowFacts show={show} showDate={!isLive} />;
  const menu = <ShowMenu show={show} />;
  if (isCompact)
    return (
      <header className="-mt-4 -mr-3 flex items-center gap-3">
        <ShowStatusBadge show={show} />
        <h1
          className={classes(
            'poster wrap-anywhere line-clamp-2 min-w-0 flex-1 py-0.5',
            show.name.length > FITS_ONE_LINE ? 'text-xl' : 'text-poster-sm',
          )}
        >
          {show.name}
        </h1>
        <div className="sr-only">{showFacts}</div>
        {menu}
      </header>
    );
  return (
    <div className="grid gap-3">
      <div className="flex min-h-7 flex-wrap items-center gap-x-4 gap-y-2">
        {isLive && <ConnectionIndicator />}
        <ShowStatusBadge show={show} />
        {isLive && menu}
      </div>
      <PageHeader title={show.name} subtitle={showFacts} />
    </div>
  );
}

/** Longer names wrap. */
const FITS_ONE_LINE = 24;
