import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import type { Prediction } from '#contract/predictions.ts';
import { formatPlace, type Show } from '#contract/shows.ts';
import { CountedThreadLink } from '#web/show-display/counted-thread-link.tsx';
import { ShowFacts, ShowStatusBadge } from '#web/show-display/show-facts.tsx';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/class-names.ts';
import { FrameTitle } from '#web/ui/frame-title.tsx';
import { Share } from '#web/ui/icons.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ShowMenu } from './show-menu.tsx';

type ShowHeaderProps = {
  show: Show;
  prediction: Prediction | null | undefined;
  isCompact: boolean;
};

export function ShowHeader({ show, prediction, isCompact }: ShowHeaderProps) {
  const isLive = show.status === 'live';
  const badge = <ShowStatusBadge show={show} />;
  if (isCompact)
    return (
      <header className="-mt-1.5">
        <FrameTitle>
          <p
            aria-hidden
            className={classes(
              'poster wrap-anywhere line-clamp-2 pb-1',
              show.name.length > FITS_ONE_LINE ? 'text-base' : 'text-poster-sm',
            )}
          >
            {show.name}
          </p>
        </FrameTitle>
        <div className="sr-only">
          <h1>{show.name}</h1>
          <ShowFacts show={show} showDate={!isLive} />
        </div>
        <div className="-my-3 -mr-3 flex items-center justify-between gap-3">
          <p className="flex min-w-0 items-center gap-2 text-dim text-sm">
            {badge}
            <span aria-hidden className="truncate">
              {formatPlace(show)}
            </span>
          </p>
          <div className="flex shrink-0 items-center">
            {isLive && prediction && <ShareButton prediction={prediction} isCompact />}
            {isLive && <CountedThreadLink show={show} isCompact />}
            <ShowMenu show={show} />
          </div>
        </div>
      </header>
    );
  return (
    <PageHeader
      title={show.name}
      subtitle={<ShowFacts show={show} showDate={!isLive} badge={badge} />}
      aside={
        <div className="flex items-center gap-x-2 max-sm:w-[calc(100vw-2rem)]">
          {isLive && prediction && <ShareButton prediction={prediction} isCompact={false} />}
          <CountedThreadLink show={show} isCompact={false} />
          {isLive && <ShowMenu show={show} />}
        </div>
      }
    />
  );
}

type ShareButtonProps = { prediction: Prediction; isCompact: boolean };

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

const FITS_ONE_LINE = 32;
