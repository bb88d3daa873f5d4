import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import type { Prediction } from '#contract/predictions.ts';
import type { Show } from '#contract/shows.ts';
import { CountedThreadLink } from '#web/show-display/counted-thread-link.tsx';
import { ShowFacts, ShowStatusBadge } from '#web/show-display/show-facts.tsx';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/class-names.ts';
import { Share } from '#web/ui/icons.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ConnectionIndicator } from './connection-indicator.tsx';
import { ShowMenu } from './show-menu.tsx';

type ShowHeaderProps = {
  show: Show;
  prediction: Prediction | null | undefined;
  /** For phones: as tall as the menu's button. */
  isCompact: boolean;
};

export function ShowHeader({ show, prediction, isCompact }: ShowHeaderProps) {
  const isLive = show.status === 'live';
  const showFacts = <ShowFacts show={show} showDate={!isLive} />;
  const tools = (
    <div className={classes('flex items-center', !isCompact && 'gap-x-2')}>
      {isLive && prediction && <ShareButton prediction={prediction} isCompact={isCompact} />}
      {isLive && <CountedThreadLink show={show} isCompact={isCompact} />}
      <ShowMenu show={show} />
    </div>
  );
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
        {tools}
      </header>
    );
  return (
    <div className="grid gap-3">
      <div className="flex min-h-7 flex-wrap items-center gap-x-4 gap-y-2">
        {isLive && <ConnectionIndicator />}
        <ShowStatusBadge show={show} />
        {isLive ? tools : <CountedThreadLink show={show} isCompact={false} />}
      </div>
      <PageHeader title={show.name} subtitle={showFacts} />
    </div>
  );
}

type ShareButtonProps = { prediction: Prediction; isCompact: boolean };

/** A closed show's result has its own share button. */
function ShareButton({ prediction: { id, show }, isCompact }: ShareButtonProps) {
  return (
    <Button asChild {...(isCompact ? ICON : LABELED)}>
      <Link href={paths.share({ prediction: id })} aria-label={`Share: ${show.name}`}>
        <Share aria-hidden />
        {!isCompact && 'Share'}
      </Link>
    </Button>
  );
}

const ICON = { size: 'icon', variant: 'ghost' } as const;
const LABELED = { size: 'sm', variant: 'quiet' } as const;

/** Longer names wrap. */
const FITS_ONE_LINE = 24;
