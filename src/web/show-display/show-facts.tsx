import { paths } from '#contract/pages.ts';
import { formatPlace, predictionsLockAt, type ShowStatus, STATUS_LABELS } from '#contract/shows.ts';
import { useHasPassed } from '#web/time/use-now.ts';
import { dayDate, timeWithZone, viewerTime } from '#web/time/venue-time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { NotFound } from '#web/ui/feedback/empty-state.tsx';
import { LiveDot } from '#web/ui/live-dot.tsx';
import type { DisplayedShow } from './displayed-show.ts';

type ShowFactsProps = {
  show: DisplayedShow;
  /** Set on screens without a date stub. */
  showDate?: boolean | undefined;
};

/** Renders 'Harbor Hall · Richmond, VA · 7:30 PM EST · 4:30 PM PST your time · Long Way Round'. */
export function ShowFacts({ show, showDate = false }: ShowFactsProps) {
  const { venue, date, timeZone } = show;
  const ownTime = viewerTime(date, timeZone);
  const facts = [
    // A show's name may already contain the venue: 'Lantern Hall, Night 2'.
    venue && show.name.startsWith(venue) ? null : venue,
    formatPlace(show),
    showDate ? dayDate(date, timeZone) : null,
    timeWithZone(date, timeZone),
    ownTime && `${ownTime} your time`,
    show.tourName,
  ].filter((fact) => fact);
  return (
    <>
      <p className="overflow-hidden">
        {/* A dot at the start of a line falls into the margin, which is clipped. */}
        <span className="-ml-4 flex flex-wrap">
          {facts.map((fact) => (
            <span key={fact} className="flex">
              <span aria-hidden className="w-4 shrink-0 text-center">
                ·
              </span>
              {fact}
            </span>
          ))}
        </span>
      </p>
      <ShowNote show={show} />
    </>
  );
}

/** What is unusual about the show: its own lock time, or that it doesn't take place as planned. */
function ShowNote({ show }: { show: DisplayedShow }) {
  const { status, date, timeZone, locksAt } = show;
  const lock = predictionsLockAt(show);
  const isLocked = useHasPassed(lock);
  if (status === 'postponed') return <p className={NOTE}>No new date yet. Predictions are kept.</p>;
  if (status === 'cancelled') return <p className={NOTE}>Predictions for it don't count.</p>;
  const hasOwnLock = lock !== predictionsLockAt({ date, locksAt: null });
  if (status !== 'open' || isLocked || !locksAt || !hasOwnLock) return null;
  const isSameDay = dayDate(locksAt, timeZone) === dayDate(date, timeZone);
  const day = isSameDay ? '' : ` on ${dayDate(locksAt, timeZone)}`;
  return (
    <p className={NOTE}>
      Predictions lock{day} at {timeWithZone(locksAt, timeZone)}
    </p>
  );
}

const NOTE = 'font-semibold text-text';

export function StatusBadge({ status }: { status: string }) {
  if (status === 'live')
    return (
      <Badge tone="lamp">
        <LiveDot />
        Live
      </Badge>
    );
  const label = STATUS_LABELS[status as ShowStatus] ?? status;
  return <Badge tone={status === 'open' ? 'exact' : 'quiet'}>{label}</Badge>;
}

/** Shows 'Closed' for an open show whose predictions are locked. */
export function ShowStatusBadge({
  show,
}: {
  show: Pick<DisplayedShow, 'date' | 'status' | 'locksAt'>;
}) {
  const isLocked = useHasPassed(predictionsLockAt(show));
  return <StatusBadge status={show.status === 'open' && isLocked ? 'closed' : show.status} />;
}

export function ShowNotFound() {
  return (
    <NotFound
      title="Show not found."
      text="It may have been taken off the schedule."
      href={paths.game()}
      linkText="Choose a show"
    />
  );
}
