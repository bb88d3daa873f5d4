import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import { listMyPredictions, type Prediction } from '#contract/predictions.ts';
import { formatPlace, UNPLAYED_STATUSES } from '#contract/shows.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { ShowNote, StatusBadge } from '#web/show-display/show-facts.tsx';
import { useHidesShow } from '#web/show-display/spoilers.tsx';
import { shortDate } from '#web/time/venue-time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Facts } from '#web/ui/list/facts.tsx';
import { LongName } from '#web/ui/list/long-name.tsx';
import { SkeletonRows } from '#web/ui/loading/skeleton.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { countSongs } from './describe-my-state.ts';

const MAX_SHOWN = 5;

export function YourPredictions() {
  const predictions = useQuery(queryFor(listMyPredictions));
  const total = predictions.data?.length;
  return (
    <Panel
      title="Your Predictions"
      aside={
        total !== undefined &&
        total > 0 && (
          <Link
            href={paths.myPredictions()}
            className="inline-flex min-h-11 items-center text-dim text-sm underline underline-offset-4 hover:text-text"
          >
            {total} total
          </Link>
        )
      }
    >
      <Loaded
        query={predictions}
        label="Loading your predictions"
        errorMessage="Your predictions could not be loaded."
        skeleton={<SkeletonRows count={3} />}
        className="px-4.5 pb-4.5"
      >
        {(myPredictions) =>
          myPredictions.length > 0 ? (
            <ul>
              {myPredictions.slice(0, MAX_SHOWN).map((prediction) => (
                <PredictionLine key={prediction.id} prediction={prediction} />
              ))}
            </ul>
          ) : (
            <NoPredictions />
          )
        }
      </Loaded>
    </Panel>
  );
}

function PredictionLine({ prediction }: { prediction: Prediction }) {
  const { show, showId, songs } = prediction;
  const isHidden = useHidesShow()({ ...show, id: showId });
  const points = isHidden ? null : prediction.points;
  const details = [
    formatPlace(show),
    shortDate(show.date, show.timeZone),
    countSongs(songs.length),
  ];
  return (
    <li className="border-rail/60 border-t">
      <Link
        href={paths.myPredictions({ show: showId })}
        className="flex min-h-14 items-center gap-4 px-4.5 py-2.5 -outline-offset-2 hover:bg-text/5"
      >
        <div className="min-w-0 flex-1 text-sm">
          <LongName name={show.name} className="font-semibold text-base" />
          <Facts facts={details} className="text-dim" />
          <ShowNote show={show} />
        </div>
        {points === null ? (
          <PendingBadge status={show.status} />
        ) : (
          <span className="poster text-2xl">
            {points} <span className="font-body font-normal text-dim text-sm">pts</span>
          </span>
        )}
      </Link>
    </li>
  );
}

function PendingBadge({ status }: { status: string }) {
  const isUnplayed = UNPLAYED_STATUSES.some((unplayed) => unplayed === status);
  return isUnplayed ? <StatusBadge status={status} /> : <Badge>Pending</Badge>;
}

function NoPredictions() {
  return (
    <div className="px-4.5 pb-4.5">
      <EmptyState
        title="No predictions yet"
        text="Call the opener, the closer and everything in between."
        action={
          <Button asChild>
            <Link href={paths.game()}>Make Prediction</Link>
          </Button>
        }
      />
    </div>
  );
}
