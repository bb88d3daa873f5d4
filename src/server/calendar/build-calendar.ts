import ical, { ICalAlarmType, type ICalCalendar, ICalEventStatus } from 'ical-generator';
import type { Band } from '#contract/band.ts';
import { HOUR, MINUTE } from '#contract/durations.ts';
import { paths } from '#contract/pages.ts';
import { acceptsPredictions, predictionsLockAt } from '#contract/show-lock.ts';
import { formatPlace } from '#contract/shows.ts';
import { formatInZone } from '#contract/venue-time.ts';
import type { shows } from '../db/schema/shows.ts';

/** Shows have no end time, but calendar events need one. */
const SHOW_LENGTH_MS = 3 * HOUR;

const ALARM_MS = 30 * MINUTE;

export interface CalendarShow {
  show: typeof shows.$inferSelect;
  /** Null without a prediction. Undefined in the shared calendar. */
  pickCount?: number | null;
}

interface CalendarOptions {
  band: Pick<Band, 'bandName' | 'productName'>;
  origin: string;
}

/** RFC 5545. Keeps cancelled shows, because calendar apps silently delete missing events. */
export function buildCalendar(
  rows: readonly CalendarShow[],
  { band, origin }: CalendarOptions,
): string {
  const calendar: ICalCalendar = ical({
    name: `${band.bandName} on ${band.productName}`,
    prodId: { company: band.productName, product: 'Shows', language: 'EN' },
    ttl: HOUR / 1000,
  });
  for (const row of rows) {
    const { show } = row;
    calendar.createEvent({
      id: `${show.id}@${new URL(origin).hostname}`,
      sequence: show.version,
      // The current time would change the file on every request.
      stamp: show.createdAt,
      start: show.date,
      end: new Date(show.date.getTime() + SHOW_LENGTH_MS),
      status: STATUSES[show.status],
      summary: `${PREFIXES[show.status]}${band.bandName}: ${show.name}`,
      location: [show.venue, formatPlace(show)].filter(Boolean).join(', '),
      description: describe(row),
      url: origin + findPath(row),
      alarms: buildAlarms(row),
    });
  }
  return calendar.toString();
}

const CONFIRMED = ICalEventStatus.CONFIRMED;
const STATUSES = {
  open: CONFIRMED,
  live: CONFIRMED,
  closed: CONFIRMED,
  postponed: ICalEventStatus.TENTATIVE,
  cancelled: ICalEventStatus.CANCELLED,
} as const;

const PREFIXES = {
  open: '',
  live: '',
  closed: '',
  postponed: 'Postponed: ',
  cancelled: 'Cancelled: ',
} as const;

function describe({ show, pickCount }: CalendarShow): string {
  const lines = [show.tourName];
  if (isOpen(show))
    lines.push(
      `Predictions lock at ${formatInZone(predictionsLockAt(show), show.timeZone, 'zonedTime')}.`,
    );
  if (show.status === 'postponed') lines.push('The new date is not known yet.');
  if (pickCount) lines.push(`You predicted ${pickCount} ${pickCount === 1 ? 'song' : 'songs'}.`);
  else if (pickCount === null && isOpen(show)) lines.push('You have no prediction yet.');
  return lines.filter(Boolean).join('\n');
}

function findPath({ show, pickCount }: CalendarShow): string {
  if (!isOpen(show)) return paths.showLeaderboard({ show: show.id });
  return pickCount === undefined ? paths.predict() : paths.game({ show: show.id });
}

function buildAlarms({ show, pickCount }: CalendarShow) {
  if (!isOpen(show) || pickCount) return [];
  return [
    {
      type: ICalAlarmType.display,
      trigger: new Date(predictionsLockAt(show) - ALARM_MS),
      description: `Predictions lock in ${ALARM_MS / MINUTE} minutes`,
    },
  ];
}

/** Ignores the lock time, so that the file changes only with the show. */
function isOpen(show: CalendarShow['show']): boolean {
  return acceptsPredictions(show, Number.NEGATIVE_INFINITY);
}
