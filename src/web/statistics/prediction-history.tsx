import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import type { Prediction } from '#contract/predictions.ts';
import { browserTimeZone, clockTime, dateParts } from '#web/time/venue-time.ts';
import { Button } from '#web/ui/button.tsx';
import { Facts } from '#web/ui/list/facts.tsx';
import { LongName } from '#web/ui/list/long-name.tsx';
import { Panel } from '#web/ui/panel.tsx';

export function PredictionHistory({ predictions }: { predictions: readonly Prediction[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const visiblePredictions = showsAll ? predictions : predictions.slice(0, COLLAPSED_COUNT);
  return (
    <Panel title="Prediction History">
      <ul>
        {visiblePredictions.map((prediction) => (
          <PredictionRow
            key={prediction.id}
            prediction={prediction}
            state={prediction.points === null ? 'Pending' : 'Completed'}
            aside={<Points points={prediction.points} />}
          />
        ))}
      </ul>
      {visiblePredictions.length < predictions.length && (
        <div className="border-rail/60 border-t px-4.5 py-3.5">
          <Button onClick={() => setShowsAll(true)}>
            Show all {predictions.length} predictions
          </Button>
        </div>
      )}
    </Panel>
  );
}

const COLLAPSED_COUNT = 10;

function Points({ points }: Pick<Prediction, 'points'>) {
  if (points === null) return <span className="text-dim text-sm">Not scored yet</span>;
  return (
    <span className="poster text-2xl">
      {points}{' '}
      <span className="font-body font-normal text-dim text-sm">
        {points === 1 ? 'point' : 'points'}
      </span>
    </span>
  );
}

type PredictionRowProps = { prediction: Prediction; state: string; aside?: ReactNode };

export function PredictionRow({ prediction, state, aside }: PredictionRowProps) {
  const { show, showId, songs, submittedAt } = prediction;
  return (
    <li className="border-rail/60 border-t">
      <Link
        href={paths.myPredictions({ show: showId })}
        className="grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-0.5 px-4.5 py-2.5 -outline-offset-2 hover:bg-text/5"
      >
        <LongName name={show.name} className="font-semibold" />
        {aside}
        <Facts
          badge={state && <span className="font-semibold">{state}</span>}
          facts={[
            songs.length === 1 ? '1 song' : `${songs.length} songs`,
            `Submitted ${formatMoment(submittedAt)}`,
          ]}
          className="col-span-2 text-dim text-xs sm:text-sm"
        />
      </Link>
    </li>
  );
}

function formatMoment(date: string): string {
  const zone = browserTimeZone();
  const { month, day, year } = dateParts(date, zone);
  return `${month} ${day}${year ? `, ${year}` : ''}, ${clockTime(date, zone)}`;
}
