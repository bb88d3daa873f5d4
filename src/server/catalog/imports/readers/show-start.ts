import { tzOffset } from '@date-fns/tz';
import { HOUR } from '#contract/durations.ts';
import { toWallTime } from '#contract/local-time.ts';
import { localTimeToInstant } from '../../../shows/show-date.ts';
import type { ArchiveShow } from './archive.ts';
import { ImportStoppedError } from './import-stopped-error.ts';
import { findPlaceTimeZone } from './place-time-zone.ts';

/** The local time ('HH:MM') and IANA zone for shows that have none in the archive. */
export interface DefaultStart {
  start: string;
  zone: string;
}

export interface Start {
  date: Date;
  timeZone: string;
  isTimeZoneInferred: boolean;
}

/** A show that started less than this long ago may have an incomplete setlist in the archive. */
const MAX_SHOW_MS = 6 * HOUR;
const MINUTES_BETWEEN_SHOWS = 120;
const LAST_MINUTE = 24 * 60 - 10;
/** Shows after `LAST_MINUTE` start a minute apart, so this many fit before midnight. */
export const MAX_ORDER = 9;

/** Prefers the zone of the show's place, because tours cross zones. Throws `ImportStoppedError`. */
export function resolveStart(
  show: Pick<ArchiveShow, 'date' | 'order' | 'time' | 'timeZone' | 'state' | 'country'>,
  defaultStart: DefaultStart | undefined,
  location: string,
): Start {
  const placeTimeZone = show.timeZone === null ? findPlaceTimeZone(show) : null;
  const timeZone = show.timeZone ?? placeTimeZone ?? defaultStart?.zone;
  const time = show.time ?? (defaultStart && delayStart(defaultStart.start, show.order));
  if (!time || !timeZone)
    throw new ImportStoppedError(
      location,
      `the show on ${show.date} has no ${show.time ? 'time zone' : 'time of day'}`,
      'Enter the default start time and time zone: --start 19:30 --zone America/New_York.',
    );
  return {
    date: localTimeToInstant(show.date, timeZone, time),
    timeZone,
    isTimeZoneInferred: placeTimeZone !== null,
  };
}

function delayStart(start: string, order: number): string {
  const [hours = 0, minutes = 0] = start.split(':').map(Number);
  const firstMinute = hours * 60 + minutes;
  const minute =
    order === 0
      ? firstMinute
      : Math.min(
          firstMinute + order * MINUTES_BETWEEN_SHOWS,
          LAST_MINUTE + Math.min(order, MAX_ORDER),
        );
  return [Math.floor(minute / 60), minute % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

export function isOver(start: Date, now: number): boolean {
  return start.getTime() + MAX_SHOW_MS <= now;
}

/** '2025-04-27' and '19:30'. */
export function toLocalTime(instant: Date, timeZone: string): { day: string; time: string } {
  const text = toWallTime(instant, (date) => tzOffset(timeZone, date)).toISOString();
  return { day: text.slice(0, 10), time: text.slice(11, 16) };
}
