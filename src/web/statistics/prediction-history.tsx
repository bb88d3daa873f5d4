import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import type { Prediction } from '#contract/predictions.ts';
import { browserTimeZone, clockTime, dayDate } from '#web/time/venue-time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/class-names.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Panel } from '#web/ui/panel.tsx';

export function PredictionHistory({ predictions }: { predictions: readonly Prediction[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const visiblePredictions = showsAll ? predictions : predictions.slice(0, COLLAPSED_COUNT);
  return (
    <Panel title="Prediction History">
      {predictions.length === 0 && <NoPredictions />}
      <ul>
        {visiblePredictions.map((prediction) => (
          <PredictionRow
            key={prediction.id}
            prediction={prediction}
            badge={<Badge>{prediction.points === null ? 'Pending' : 'Completed'}</Badge>}
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

function NoPredictions() {
  return (
    <div className="px-4.5 pb-4.5">
      <EmptyState
        as="h3"
        title="No predictions yet"
        text="Your history begins with the first setlist you call."
        action={
          <Button asChild variant="lamp">
            <Link href={paths.game()}>Make Prediction</Link>
          </Button>
        }
      />
    </div>
  );
}

type PredictionRowProps = {
  prediction: Prediction;
  badge: ReactNode;
  aside?: ReactNode;
};

export function PredictionRow({ prediction, badge, aside }: PredictionRowProps) {
  const { show, showId, songs, submittedAt } = prediction;
  const zone = browserTimeZone();
  return (
    <li className="border-rail/60 border-t">
      <Link
        href={paths.myPredictions({ show: showId })}
        className="grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4.5 py-2.5 -outline-offset-2 hover:bg-text/5"
      >
        <span className={classes('wrap-anywhere min-w-0 font-semibold', !aside && 'col-span-2')}>
          {show.name}
        </span>
        <span className="col-start-2 row-start-2 flex self-start justify-self-end">{badge}</span>
        {aside && <span className="col-start-2 row-start-1 justify-self-end">{aside}</span>}
        <span className="row-start-2 self-start text-dim text-xs sm:text-sm">
          <span className="inline-block">
            {dayDate(show.date, show.timeZone)} · {songs.length}{' '}
            {songs.length === 1 ? 'song' : 'songs'} ·
          </span>{' '}
          <span className="inline-block">
            Submitted {dayDate(submittedAt, zone)}, {clockTime(submittedAt, zone)}
          </span>
        </span>
      </Link>
    </li>
  );
}
