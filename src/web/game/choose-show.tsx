import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import { listMyPredictions, MAX_PICKS, type Prediction } from '#contract/predictions.ts';
import { predictionsLockAt } from '#contract/show-lock.ts';
import type { Show } from '#contract/shows.ts';
import { queryFor } from '#web/http/query-for.ts';
import { Countdown } from '#web/show-display/countdown.tsx';
import {
  FIRST_TICKETS,
  useIsOpenForPredictions,
  useNextToPredict,
} from '#web/show-display/displayed-show.ts';
import { ShowFacts, ShowStatusBadge } from '#web/show-display/show-facts.tsx';
import { dateParts } from '#web/time/venue-time.ts';
import { Button } from '#web/ui/button.tsx';
import { Check, ChevronRight } from '#web/ui/icons.ts';
import { DayTicket } from '#web/ui/list/day-ticket.tsx';
import { LongName } from '#web/ui/list/long-name.tsx';
import { useShouldRenderAll } from '#web/ui/loading/use-should-render-all.ts';
import { formatLockDay, formatLockTime } from './game-lock.ts';
import { groupByDay } from './group-by-day.ts';

export function ShowChoice({ shows }: { shows: readonly Show[] }) {
  const next = useNextToPredict(shows);
  const predictions = useQuery(queryFor(listMyPredictions)).data;
  const visibleShows = useShouldRenderAll() ? shows : shows.slice(0, FIRST_TICKETS);
  const laterShows = visibleShows.filter((show) => show !== next);
  const findPrediction = ({ id }: Show) => predictions?.find(({ showId }) => showId === id);
  return (
    <div className="grid gap-4">
      {next && (
        <DayTicket date={dateParts(next.date, next.timeZone)} tone="lamp">
          <NextShow show={next} prediction={findPrediction(next)} />
        </DayTicket>
      )}
      {groupByDay(laterShows).map((day) => (
        <DayTicket key={day[0].id} date={dateParts(day[0].date, day[0].timeZone)} tone="quiet">
          {day.map((show) => (
            <LaterShow key={show.id} show={show} prediction={findPrediction(show)} />
          ))}
        </DayTicket>
      ))}
    </div>
  );
}

type ChoiceProps = { show: Show; prediction: Prediction | undefined };

function NextShow({ show, prediction }: ChoiceProps) {
  return (
    <article className="grid gap-4 px-3.5 py-4 sm:flex sm:items-center sm:justify-between sm:gap-6 sm:px-5">
      <div className="grid min-w-0 gap-1.5">
        <ShowName show={show} className="text-3xl" />
        <Facts show={show} />
        <PickCount prediction={prediction} />
      </div>
      <div className="grid shrink-0 justify-items-start gap-3 sm:justify-items-end">
        <Countdown label={`Locks ${formatLockDay(show)}`} until={predictionsLockAt(show)} />
        <Button asChild variant="lamp">
          <Link {...buildLinkProps({ show, prediction })}>{getAction(prediction)}</Link>
        </Button>
      </div>
    </article>
  );
}

function LaterShow({ show, prediction }: ChoiceProps) {
  const isOpen = useIsOpenForPredictions(show);
  return (
    <article className="relative flex items-center justify-between gap-x-2 border-rail border-t py-3 pr-2.5 pl-3.5 first:border-t-0 has-[a:hover]:bg-text/4 sm:px-5">
      <div className="grid min-w-0 gap-1">
        <ShowName show={show} className="text-xl sm:text-2xl" />
        <div className="flex flex-wrap gap-x-4">
          <Facts show={show} />
          {isOpen && (
            <p className="text-text text-xs sm:text-sm">Open until {formatLockTime(show)}</p>
          )}
          <PickCount prediction={prediction} />
        </div>
      </div>
      {isOpen ? (
        <Link
          {...buildLinkProps({ show, prediction })}
          className="flex shrink-0 items-center gap-1.5 font-semibold text-dim after:absolute after:inset-0 hover:text-text focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
        >
          <span className="max-sm:sr-only">{getAction(prediction)}</span>
          <ChevronRight aria-hidden className="size-5 sm:size-4" />
        </Link>
      ) : (
        <ShowStatusBadge show={show} />
      )}
    </article>
  );
}

function ShowName({ show, className }: { show: Show; className: string }) {
  return (
    <h2 className={`poster min-w-0 ${className}`}>
      <LongName name={show.name} />
    </h2>
  );
}

function Facts({ show }: { show: Show }) {
  return (
    <div className="text-dim text-xs sm:text-sm">
      {/* All listed shows are usually on the same tour. */}
      <ShowFacts show={{ ...show, tourName: null }} hidesLock />
    </div>
  );
}

function PickCount({ prediction }: Pick<ChoiceProps, 'prediction'>) {
  if (!prediction) return null;
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-dim text-xs sm:text-sm">
      <Check aria-hidden className="size-4 shrink-0 text-exact-on-hall" />
      {prediction.songs.length} / {MAX_PICKS} songs
    </span>
  );
}

function getAction(prediction: Prediction | undefined): string {
  return prediction ? 'Edit Prediction' : 'Make Prediction';
}

function buildLinkProps({ show, prediction }: ChoiceProps) {
  return {
    href: paths.game({ show: show.id, ...(prediction && { edit: prediction.id }) }),
    'aria-label': `${getAction(prediction)}: ${show.name}`,
  };
}
