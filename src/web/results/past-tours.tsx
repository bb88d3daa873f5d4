import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { listMyResults, type MyResult } from '#contract/leaderboards.ts';
import type { Prediction } from '#contract/predictions.ts';
import { formatPlace, hasResults } from '#contract/shows.ts';
import { queryFor } from '#web/http/query-for.ts';
import { ShowNote } from '#web/show-display/show-facts.tsx';
import { dateParts, timeWithZone } from '#web/time/venue-time.ts';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/class-names.ts';
import { ChevronDown } from '#web/ui/icons.ts';
import { Facts } from '#web/ui/list/facts.tsx';
import { LongName } from '#web/ui/list/long-name.tsx';
import { Sheet, SheetHeader } from '#web/ui/list/sheet.tsx';
import { groupByTour } from './past-shows.ts';
import { PredictionState, ShareButton } from './prediction-sheet.tsx';
import { ResultsDialog } from './results-dialog.tsx';
import { SongPreview } from './song-preview.tsx';
import { ViewDialog } from './view-dialog.tsx';

type PastToursProps = { predictions: readonly Prediction[]; opensNewest: boolean };

export function PastTours({ predictions, opensNewest }: PastToursProps) {
  const results = useQuery(queryFor(listMyResults)).data;
  const resultByShow = new Map(results?.map((result) => [result.showId, result]));
  return groupByTour(predictions).map((tour, tourIndex) => (
    <Sheet key={tour.name} aria-label={tour.name}>
      <SheetHeader
        isCompact
        title={<bdi>{tour.name}</bdi>}
        aside={
          <span className="text-ink-dim text-sm">
            {tour.predictions.length} {tour.predictions.length === 1 ? 'show' : 'shows'}
          </span>
        }
      />
      <ul className={classes(tour.predictions.length > 1 && 'items-start lg:grid lg:grid-cols-2')}>
        {tour.predictions.map((prediction, index) => (
          <li key={prediction.id} className="border-rule border-b">
            <PastPrediction
              prediction={prediction}
              result={resultByShow.get(prediction.showId)}
              isWide={tour.predictions.length === 1}
              isInitiallyOpen={opensNewest && tourIndex === 0 && index === 0}
            />
          </li>
        ))}
      </ul>
    </Sheet>
  ));
}

type PastPredictionProps = {
  prediction: Prediction;
  result: MyResult | undefined;
  isWide: boolean;
  isInitiallyOpen: boolean;
};

function PastPrediction({ prediction, result, isWide, isInitiallyOpen }: PastPredictionProps) {
  const { show } = prediction;
  const [choice, setChoice] = useState<boolean>();
  const isOpen = choice ?? isInitiallyOpen;
  const [titleId, songsId] = [useId(), useId()];
  const hasDialog = hasResults(show);
  return (
    <article aria-labelledby={titleId}>
      <div
        className={classes(
          'relative grid grid-cols-[2.75rem_minmax(0,1fr)_auto] items-start gap-x-3.5 px-4.5 pt-2.5 sm:px-6',
          hasDialog && 'hover:bg-ink/3',
        )}
      >
        {/* Reserves its space until the ranks load. */}
        <div className="row-span-3">{result && <Rank {...result} />}</div>
        <h3 id={titleId} className="poster min-w-0 font-bold text-poster-sm">
          {/* Above the button that covers the row, but only if it opens something. */}
          <LongName name={show.name} className="z-1 [&[tabindex]]:relative" />
        </h3>
        <div className="text-right leading-none">
          <PredictionState prediction={prediction} isCompact />
        </div>
        <div className="col-span-2 col-start-2 pt-1 text-ink-dim text-xs">
          <Facts
            facts={[shortDay(show), formatPlace(show), timeWithZone(show.date, show.timeZone)]}
          />
          <ShowNote show={show} hidesLock />
        </div>
        <div className="col-span-2 col-start-2 -ml-3 flex flex-wrap items-center max-[23.4rem]:col-span-3 max-[23.4rem]:col-start-1 [&>:not(:first-child)]:relative">
          {hasDialog && (
            <ResultsDialog prediction={prediction} size="sm" variant="ghost" coversRow />
          )}
          <ShareButton prediction={prediction} size="sm" variant="ghost" />
          {isOpen && (
            // A narrow row has no space for it, and the button after it must not move.
            <div className="max-[85rem]:order-last max-[85rem]:w-full">
              <ViewDialog prediction={prediction} size="sm" variant="ghost" />
            </div>
          )}
          <Button
            variant="ghost"
            size="sm"
            aria-expanded={isOpen}
            aria-controls={songsId}
            aria-label={`Songs: ${show.name}`}
            onClick={() => setChoice(!isOpen)}
            className="-mr-3 ml-auto"
          >
            {prediction.songs.length} {prediction.songs.length === 1 ? 'song' : 'songs'}
            <ChevronDown
              aria-hidden
              className={classes('max-[23.4rem]:hidden', isOpen && 'rotate-180')}
            />
          </Button>
        </div>
      </div>
      <div id={songsId} hidden={!isOpen} className="pt-2 pb-2.5">
        {isOpen && <SongPreview {...{ prediction, isWide }} />}
      </div>
    </article>
  );
}

function Rank({ rank, total, points }: Pick<MyResult, 'rank' | 'total' | 'points'>) {
  const isTop = rank <= 3 && points > 0;
  return (
    <p className="text-center">
      <span className="sr-only">Rank </span>
      <span
        className={classes(
          'poster block whitespace-nowrap text-2xl leading-none',
          isTop
            ? '-rotate-3 rounded-md border-2 border-current bg-special-fill py-1 font-black text-special'
            : 'pt-1 text-ink-dim',
        )}
      >
        #{rank.toLocaleString('en-US')}
      </span>
      <span className="mt-0.5 block text-ink-dim text-xs">{`/ ${total.toLocaleString('en-US')}`}</span>
    </p>
  );
}

function shortDay({ date, timeZone }: Prediction['show']): string {
  const { month, day, year } = dateParts(date, timeZone);
  return `${month} ${day}${year ? `, ${year}` : ''}`;
}
