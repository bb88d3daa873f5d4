import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { listMyPredictions, MAX_PICKS, type Prediction } from '#contract/predictions.ts';
import { predictionsLockAt } from '#contract/show-lock.ts';
import { listUpcomingShows, type Show } from '#contract/shows.ts';
import { queryFor } from '#web/http/query-for.ts';
import { ScoringStamps } from '#web/score-display/scoring-stamps.tsx';
import { Countdown } from '#web/show-display/countdown.tsx';
import { useIsOpenForPredictions, useNextToPredict } from '#web/show-display/displayed-show.ts';
import { ShowFacts, ShowStatusBadge } from '#web/show-display/show-facts.tsx';
import { formatTimeLeft } from '#web/time/durations.ts';
import { serverNow } from '#web/time/server-clock.ts';
import { useHasPassed, useNow } from '#web/time/use-now.ts';
import { dateParts, nearDate } from '#web/time/venue-time.ts';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/class-names.ts';
import { DateStub } from '#web/ui/date-stub.tsx';
import { LongName } from '#web/ui/list/long-name.tsx';
import { Skeleton } from '#web/ui/loading/skeleton.tsx';
import { describeMyState } from './describe-my-state.ts';
import { findNextShow, type NextShow as ShownShow } from './find-next-show.ts';
import { useUnsentDraft } from './use-unsent-draft.ts';

type NextShowProps = {
  isNewcomer: boolean;
  isMain: boolean;
  isLine: boolean;
};

export function NextShow(props: NextShowProps) {
  const shows = useQuery(queryFor(listUpcomingShows));
  const predictions = useQuery(queryFor(listMyPredictions));
  const nextOpenShow = useNextToPredict(shows.data ?? NO_SHOWS);
  if (shows.isPending || predictions.isPending)
    return <Skeleton className="h-92 rounded-panel sm:h-72" />;
  if (!shows.data) return null;
  const show =
    (props.isNewcomer && nextOpenShow) ||
    findNextShow(shows.data, predictions.data ?? NO_PREDICTIONS, serverNow());
  if (!show) return null;
  return (
    <Hero
      show={show}
      nextOpenId={nextOpenShow?.id}
      prediction={predictions.data?.find(({ showId }) => showId === show.id)}
      {...props}
    />
  );
}

const NO_SHOWS: readonly Show[] = [];
const NO_PREDICTIONS: readonly Prediction[] = [];

type HeroProps = NextShowProps & {
  show: ShownShow;
  nextOpenId: string | undefined;
  prediction: Prediction | undefined;
};

function Hero({ show, nextOpenId, prediction, isNewcomer, isMain, isLine }: HeroProps) {
  const { name, date, timeZone, status } = show;
  const locksAt = predictionsLockAt(show);
  const isOpen = useIsOpenForPredictions(show);
  const { text, action, countsDownTo, showsLock } = describeMyState({
    show,
    isOpen,
    hasStarted: useHasPassed(Date.parse(date)),
    prediction,
    ...useUnsentDraft(show.id, prediction),
    isNewcomer,
    nextOpenId,
  });
  const button = action && (
    <Button
      asChild
      variant={isMain ? 'lamp' : 'quiet'}
      size={isLine ? 'md' : 'lg'}
      className={isLine ? undefined : 'max-sm:w-full'}
    >
      <Link href={action.href} aria-label={`${action.label}: ${name}`}>
        {action.label}
      </Link>
    </Button>
  );
  if (isLine)
    return (
      <div className="flex items-center justify-between gap-4 border-rail border-t pt-4">
        <div className="min-w-0 text-sm">
          <LongName name={`Next: ${name}`} className="font-semibold" />
          <span className="block text-dim">
            {text}
            {isOpen && <TimeToLock locksAt={locksAt} />}
          </span>
        </div>
        {button}
      </div>
    );
  return (
    <section
      aria-labelledby="next-show"
      className="grid gap-5 rounded-panel border border-rail bg-stage p-4.5 sm:p-6"
    >
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
        <div className="hidden sm:block">
          <DateStub
            {...dateParts(date, timeZone)}
            tone={countsDownTo === null ? 'quiet' : 'lamp'}
          />
        </div>
        <div className="grid min-w-0 flex-1 basis-64 gap-1.5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <h2 id="next-show" className="font-semibold">
              {isNewcomer ? 'Your first prediction' : 'Next show'}
              {status === 'open' && (
                <span className="text-lamp"> · {nearDate(date, timeZone)}</span>
              )}
            </h2>
            {!isOpen && <ShowStatusBadge show={show} />}
          </div>
          <h3
            className={classes(
              'poster min-w-0',
              name.length > LONG_NAME ? 'text-poster-md' : 'text-4xl sm:text-poster-lg',
            )}
          >
            <LongName name={name} />
          </h3>
          <div className="text-dim">
            <ShowFacts show={show} hidesLock={countsDownTo === 'lock'} />
          </div>
        </div>
        {countsDownTo && (
          <Countdown
            label={countsDownTo === 'lock' ? 'Locks in' : 'Starts in'}
            until={countsDownTo === 'lock' ? locksAt : Date.parse(date)}
          />
        )}
      </div>
      {isNewcomer && <HowItWorks />}
      <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-4 border-rail border-t pt-4 sm:flex-row-reverse sm:justify-end">
        {text && (
          <p className="font-semibold">
            {text}
            {showsLock && <TimeToLock locksAt={locksAt} />}
          </p>
        )}
        {button}
      </div>
    </section>
  );
}

const LONG_NAME = 40;

function TimeToLock({ locksAt }: { locksAt: number }) {
  const timeLeft = formatTimeLeft(locksAt - useNow());
  return (
    <>
      {' '}
      · <span className="whitespace-nowrap">locks in {timeLeft}</span>
    </>
  );
}

function HowItWorks() {
  return (
    <div className="grid gap-3">
      <p className="max-w-xl">
        List up to {MAX_PICKS} songs in the order you expect them. Every song they play scores,
        once, at its best value:
      </p>
      <ScoringStamps className="grid gap-y-2.5 sm:flex sm:flex-wrap sm:gap-x-6" />
    </div>
  );
}
