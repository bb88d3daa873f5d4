import { useId } from 'react';
import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import type { Prediction } from '#contract/predictions.ts';
import { hasResults, UNPLAYED_STATUSES } from '#contract/shows.ts';
import { EditLink } from '#web/show-display/predict-button.tsx';
import { ShowFacts, StatusBadge } from '#web/show-display/show-facts.tsx';
import { longDate } from '#web/time/venue-time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, type ButtonSize, type ButtonVariant } from '#web/ui/button.tsx';
import { LongName } from '#web/ui/list/long-name.tsx';
import { Sheet, SheetFooter, SheetHeader } from '#web/ui/list/sheet.tsx';
import { LiveDot } from '#web/ui/live-dot.tsx';
import { LiveSongs } from './live-songs.tsx';
import { ResultsDialog } from './results-dialog.tsx';
import { SongPreview } from './song-preview.tsx';
import { ViewDialog } from './view-dialog.tsx';

type PredictionSheetProps = { prediction: Prediction; isWide: boolean };

export function PredictionSheet({ prediction, isWide }: PredictionSheetProps) {
  const { show, points } = prediction;
  const titleId = useId();
  return (
    <Sheet as="article" aria-labelledby={titleId} className="flex flex-col">
      <SheetHeader
        id={titleId}
        title={<LongName name={show.name} className="wrap-break-word!" />}
        subtitle={
          <>
            <p>{longDate(show.date, show.timeZone)}</p>
            <ShowFacts show={show} />
          </>
        }
        corner={<PredictionState prediction={prediction} />}
      />
      {show.status === 'live' && points === null ? (
        <LiveSongs {...{ prediction, isWide }} />
      ) : (
        <SongPreview {...{ prediction, isWide }} />
      )}
      <div className="mt-auto">
        <SheetFooter>
          <div className="grid w-full grid-cols-2 gap-2.5 sm:flex sm:flex-wrap max-sm:[&>:nth-child(odd):first-child:nth-last-child(odd)]:col-span-2">
            <EditLink prediction={prediction} variant="ink" />
            {hasResults(show) && <ResultsDialog prediction={prediction} variant="ink" />}
            <ViewDialog prediction={prediction} />
            <ShareButton prediction={prediction} />
          </div>
        </SheetFooter>
      </div>
    </Sheet>
  );
}

type ShareButtonProps = {
  prediction: Prediction;
  size?: ButtonSize | undefined;
  variant?: ButtonVariant | undefined;
};

export function ShareButton({ prediction: { id, show }, size, variant }: ShareButtonProps) {
  return (
    <Button asChild size={size} variant={variant}>
      <Link href={paths.share({ prediction: id })} aria-label={`Share: ${show.name}`}>
        Share
      </Link>
    </Button>
  );
}

type PredictionStateProps = { prediction: Prediction; isCompact?: boolean | undefined };

export function PredictionState({
  prediction: { points, show },
  isCompact = false,
}: PredictionStateProps) {
  if (points !== null)
    return (
      <p>
        <span
          className={`poster leading-none ${isCompact ? 'inline-block min-w-12 text-right text-poster-md' : 'text-poster-lg'}`}
        >
          {points}
        </span>{' '}
        <span className="text-ink-dim text-xs">{points === 1 ? 'point' : 'points'}</span>
      </p>
    );
  if (show.status === 'live')
    return (
      <Badge tone="lamp">
        <LiveDot />
        Live
      </Badge>
    );
  const isUnplayed = UNPLAYED_STATUSES.some((status) => status === show.status);
  return isUnplayed ? <StatusBadge status={show.status} /> : <Badge>Pending</Badge>;
}
