import { useId } from 'react';
import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import type { Prediction } from '#contract/predictions.ts';
import { hasResults } from '#contract/shows.ts';
import { EditLink } from '#web/show-display/edit-link.tsx';
import { ShowFacts } from '#web/show-display/show-facts.tsx';
import { clockTime, longDate, ownTimeZone, shortDate } from '#web/time/venue-time.ts';
import { Button } from '#web/ui/button.tsx';
import { Sheet, SheetFooter, SheetHeader, SheetRow } from '#web/ui/sheet.tsx';
import { PredictionState } from './prediction-state.tsx';
import { ResultsDialog } from './results-dialog.tsx';
import { ViewDialog } from './view-dialog.tsx';

/** A prediction's card: a small sheet with its show, its state, its first songs, what can be done. */
export function PredictionSummary({ prediction }: { prediction: Prediction }) {
  const { show, songs, submittedAt } = prediction;
  const titleId = useId();
  const more = songs.length - PREVIEW;
  return (
    <Sheet as="article" aria-labelledby={titleId} className="flex flex-col">
      <SheetHeader
        id={titleId}
        title={show.name}
        subtitle={
          <>
            <p>{longDate(show.date, show.timeZone)}</p>
            <ShowFacts show={show} />
          </>
        }
        corner={<PredictionState prediction={prediction} />}
      />
      <ol aria-label={`Songs predicted for ${show.name}`}>
        {songs.slice(0, PREVIEW).map(({ id, title, position }) => (
          <SheetRow key={id} number={position} title={title} />
        ))}
      </ol>
      <div className="grid gap-1 px-4.5 pt-3 text-ink-dim text-sm sm:px-6">
        {more > 0 && <p className="font-semibold text-ink">+{more} more...</p>}
        <p>
          {songs.length} {songs.length === 1 ? 'song' : 'songs'} selected · Submitted{' '}
          {shortDate(submittedAt, ownTimeZone())}, {clockTime(submittedAt, ownTimeZone())}
        </p>
      </div>
      <div className="mt-auto">
        <SheetFooter>
          <div className="flex flex-wrap gap-2.5">
            <EditLink prediction={prediction} />
            {hasResults(show) && <ResultsDialog prediction={prediction} />}
            <ViewDialog prediction={prediction} />
            <Button asChild>
              <Link
                href={paths.share({ prediction: prediction.id })}
                aria-label={`Share Link: ${show.name}`}
              >
                Share Link
              </Link>
            </Button>
          </div>
        </SheetFooter>
      </div>
    </Sheet>
  );
}

/** How many songs a card shows. */
const PREVIEW = 6;
