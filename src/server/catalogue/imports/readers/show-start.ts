import { tzOffset } from '@date-fns/tz';
import { HOUR } from '#contract/durations.ts';
import { wallTimeOf } from '#contract/local-time.ts';
import { instantOn } from '../../../shows/show-date.ts';
import type { ArchiveShow } from './archive.ts';
import { ImportStopped } from './import-stopped.ts';
import { zoneOfPlace } from './zone-of-place.ts';

/** For shows without a time or zone in the archive: local 'HH:MM' and an IANA zone. */
export interface UsualStart {
  start: string;
  zone: string;
}

export interface Start {
  date: Date;
  timeZone: string;
  isZoneOfPlace: boolean;
}

/** This long after its start, a show may be running and its archived setlist incomplete. */
const UNDER_WAY_MS = 6 * HOUR;
/** Between shows of one day without a known time. */
const LATER_MINUTES = 120;
const LAST_MINUTE = 24 * 60 - 10;
/** Shows beyond `LAST_MINUTE` get one minute each until midnight. */
export const LAST_ORDER = 9;

/** The place's zone precedes the usual one: tours cross zones. Throws `ImportStopped`. */
export function startOf(
  show: Pick<ArchiveShow, 'date' | 'order' | 'time' | 'timeZone' | 'state' | 'country'>,
  usual: UsualStart | undefined,
  where: string,
): Start {
  const ofPlace = show.timeZone === null ? zoneOfPlace(show) : null;
  const timeZone = show.timeZone ?? ofPlace ?? usual?.zone;
  const time = show.time ?? (usual && laterBy(usual.start, show.order));
  if (!time || !timeZone)
    throw new ImportStopped(
      where,
      `the show of ${show.date} has no ${show.time ? 'time zone' : 'time of day'}`,
      'Say when shows usually start, and in which zone: --start 19:30 --zone America/New_York.',
    );
  return { date: instantOn(show.date, timeZone, time), timeZone, isZoneOfPlace: ofPlace !== null };
}

function laterBy(start: string, order: number): string {
  const [hours = 0, minutes = 0] = start.split(':').map(Number);
  const from = hours * 60 + minutes;
  const at =
    order === 0
      ? from
      : Math.min(from + order * LATER_MINUTES, LAST_MINUTE + Math.min(order, LAST_ORDER));
  return [Math.floor(at / 60), at % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

export function isOver(start: Date, now: number): boolean {
  return start.getTime() + UNDER_WAY_MS <= now;
}

/** '2025-04-27' and '19:30'. */
export function localTime(instant: Date, timeZone: string): { day: string; time: string } {
  const text = wallTimeOf(instant, (at) => tzOffset(timeZone, at)).toISOString();
  return { day: text.slice(0, 10), time: text.slice(11, 16) };
}
