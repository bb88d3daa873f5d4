import type { ReactNode } from 'react';
import { paths } from '#contract/pages.ts';
import { type LockableShow, predictionsLockAt } from '#contract/show-lock.ts';
import { formatPlace, type Show, type ShowStatus, STATUS_LABELS } from '#contract/shows.ts';
import { dayDate, timeWithZone, viewerTime } from '#web/time/venue-time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { NotFound } from '#web/ui/feedback/empty-state.tsx';
import { Facts } from '#web/ui/list/facts.tsx';
import { LiveDot } from '#web/ui/live-dot.tsx';
import { type DisplayedShow, useIsOpenForPredictions } from './displayed-show.ts';

type ShowFactsProps = {
  show: DisplayedShow;
  showDate?: boolean | undefined;
  isCompact?: boolean | undefined;
  hidesLock?: boolean | undefined;
  /** Rendered first, because at the end it could wrap to a separate line. */
  badge?: ReactNode;
};

/** Renders 'Harbor Hall · Richmond, VA · 7:30 PM EST · 4:30 PM PST your time · Long Way Round'. */
export function ShowFacts(props: ShowFactsProps) {
  const { show, showDate = false, isCompact = false, hidesLock = false, badge } = props;
  const { venue, date, timeZone, tourName } = show;
  const ownTime = viewerTime(date, timeZone);
  const facts = [
    // A show's name may already contain the venue: 'Lantern Hall, Night 2'.
    venue && show.name.startsWith(venue) ? null : venue,
    formatPlace(show),
    showDate ? dayDate(date, timeZone) : null,
    timeWithZone(date, timeZone),
    ownTime && `${ownTime} your time`,
    tourName,
  ];
  return (
    <>
      <p>
        <Facts
          facts={facts}
          badge={badge}
          className={isCompact && tourName ? 'max-sm:[&>*>:last-child]:hidden' : undefined}
        />
      </p>
      <ShowNote show={show} hidesLock={hidesLock} />
    </>
  );
}

type ShowNoteProps = { show: DisplayedShow; hidesLock?: boolean | undefined };

export function ShowNote({ show, hidesLock = false }: ShowNoteProps) {
  const { status, date, locksAt } = show;
  const isOpen = useIsOpenForPredictions(show);
  if (status === 'postponed') return <p className={NOTE}>No new date yet. Predictions are kept.</p>;
  if (status === 'cancelled') return <p className={NOTE}>Predictions for this show don't count.</p>;
  if (status === 'open' && show.arePredictionsFrozen)
    return <p className={NOTE}>Predictions are frozen, because fans have already seen them.</p>;
  if (hidesLock) return null;
  const hasOwnLock = predictionsLockAt(show) !== predictionsLockAt({ date, locksAt: null });
  if (!isOpen || !locksAt || !hasOwnLock) return null;
  return <p className={NOTE}>Predictions lock {formatLock(show)}</p>;
}

/** Returns 'at 5:55 PM EST', with the day if the show is on another one. */
export function formatLock(show: Pick<Show, 'date' | 'timeZone' | 'locksAt'>): string {
  const { date, timeZone } = show;
  const lock = new Date(predictionsLockAt(show));
  const isSameDay = dayDate(lock, timeZone) === dayDate(date, timeZone);
  const day = isSameDay ? '' : `on ${dayDate(lock, timeZone)} `;
  return `${day}at ${timeWithZone(lock, timeZone)}`;
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
export function ShowStatusBadge({ show }: { show: LockableShow }) {
  const isOpen = useIsOpenForPredictions(show);
  return <StatusBadge status={show.status === 'open' && !isOpen ? 'closed' : show.status} />;
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
