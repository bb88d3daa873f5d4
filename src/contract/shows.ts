import { z } from 'zod';
import {
  baseVersion,
  endpoint,
  NOTHING_TO_CHANGE,
  namesAChange,
  optionalText,
  showParams,
} from './endpoint.ts';
import { visibleText } from './text.ts';

/**
 * A postponed show keeps its predictions until it is open again, which its new date makes it; a
 * cancelled one counts for nobody.
 */
export const SHOW_STATUSES = ['open', 'live', 'closed', 'postponed', 'cancelled'] as const;
export const showStatus = z
  .enum(SHOW_STATUSES, 'Status must be open, live, closed, postponed or cancelled')
  .meta({ id: 'ShowStatus' });
export type ShowStatus = z.output<typeof showStatus>;

/** As they are written. */
export const STATUS_LABELS: Record<ShowStatus, string> = {
  open: 'Open',
  live: 'Live',
  closed: 'Closed',
  postponed: 'Postponed',
  cancelled: 'Cancelled',
};

/** Where a show has no lock time of its own: predictions are taken until so long before its start. */
export const PREDICTION_CUTOFF_MS = 60 * 60 * 1000;

export const PREDICTIONS_CLOSED = 'Predictions are closed for this show';

/** Dates are instants in UTC. `status` is text: screens show any value, and treat an unknown one as closed. */
export const show = z
  .object({
    id: z.uuid(),
    name: z.string(),
    venue: z.string().nullable(),
    city: z.string(),
    state: z.string().nullable(),
    country: z.string().nullable(),
    date: z.iso.datetime(),
    timeZone: z.string(),
    tourName: z.string().nullable(),
    status: z.string(),
    /** After this nobody predicts it; null where that is the usual hour before its start. */
    locksAt: z.iso.datetime().nullable(),
    /** Grows when one of the fields above, but for the status, is changed. */
    detailsVersion: z.int(),
  })
  .meta({ id: 'Show' });
export type Show = z.output<typeof show>;

const DATE_REQUIRED = 'Date is required';

/** What a date is told that is none. */
export const DATE_FORM =
  'Date must look like 2026-07-04T19:30, with or without an offset such as -04:00';

/** How long a show's texts may be. */
export const SHOW_LENGTHS = {
  name: 255,
  venue: 255,
  city: 100,
  state: 100,
  country: 100,
  timeZone: 64,
  tourName: 255,
} as const;

/** The same of the lock time. */
export const LOCKS_AT_FORM = DATE_FORM.replace('Date', 'Lock time');

const showFields = z.object({
  name: visibleText(SHOW_LENGTHS.name, 'Name is required'),
  venue: optionalText(SHOW_LENGTHS.venue),
  city: visibleText(SHOW_LENGTHS.city, 'City is required'),
  state: optionalText(SHOW_LENGTHS.state),
  country: optionalText(SHOW_LENGTHS.country),
  /** ISO 8601; without an offset it is the local time of `timeZone`. */
  date: z
    .string({ error: ({ input }) => (input === undefined ? DATE_REQUIRED : DATE_FORM) })
    .trim()
    .min(1, DATE_REQUIRED)
    .max(40, DATE_FORM),
  /** IANA name; the band's zone where none is given. */
  timeZone: z.string().trim().min(1).max(SHOW_LENGTHS.timeZone).optional(),
  tourName: optionalText(SHOW_LENGTHS.tourName),
  /** As `date`, and not after it; null or '': the usual hour before. */
  locksAt: z
    .string(LOCKS_AT_FORM)
    .trim()
    .max(40, LOCKS_AT_FORM)
    .nullish()
    .transform((text) => (text === undefined ? undefined : text || null)),
});
export const createShowBody = showFields;
export const updateShowBody = showFields
  .partial()
  .extend({ detailsVersion: baseVersion })
  .refine(namesAChange, NOTHING_TO_CHANGE);

/** Of a show, what decides when its predictions lock. */
export interface Locking {
  date: string | Date;
  /** Its own lock time; null: the usual hour before. */
  locksAt: string | Date | null;
}

/** The instant after which nobody makes or changes a prediction, in milliseconds since 1970. */
export function predictionsLockAt({ date, locksAt }: Locking): number {
  return locksAt ? new Date(locksAt).getTime() : new Date(date).getTime() - PREDICTION_CUTOFF_MS;
}

/** Whether predictions can be made or changed at `now` (milliseconds since 1970). */
export function acceptsPredictions(of: Locking & { status: string }, now: number): boolean {
  return of.status === 'open' && now < predictionsLockAt(of);
}

/** What the results, the side-by-side and the scores are for. */
export const RESULT_STATUSES = ['live', 'closed'] as const satisfies ShowStatus[];

export function hasResults(of: { status: string }): boolean {
  return RESULT_STATUSES.some((status) => status === of.status);
}

/**
 * Whether only administrators see a show's setlist rows: until predictions lock or the show goes live.
 * A postponed or cancelled show may open again, so its rows wait for the lock too.
 */
export function isSetlistSealed(show: Locking & { status: string }, now: number): boolean {
  return !hasResults(show) && now < predictionsLockAt(show);
}

/** Shows of these take place at no time that is known: no figure counts them, whatever their date. */
export const UNPLAYED_STATUSES = ['postponed', 'cancelled'] as const satisfies ShowStatus[];
/** The city of a show whose pack or archive does not know it. */
export const UNKNOWN_CITY = 'Unknown city';

/** 'Richmond, VA'; the country where there is no state. */
export function placeOf({
  city,
  state,
  country,
}: Pick<Show, 'city' | 'state' | 'country'>): string {
  return [city, state || country].filter(Boolean).join(', ');
}

/** What is said of a pick that its show's setlist does not have: final only once the show is over. */
export function missedText(of: { status: string }): 'Not played' | 'Not played yet' {
  return ['open', 'live', 'postponed'].includes(of.status) ? 'Not played yet' : 'Not played';
}

export const listShows = endpoint('listShows', {
  method: 'GET',
  path: '/api/shows',
  tag: 'shows',
  who: 'user',
  summary: 'List all shows, latest date first',
  status: 200,
  returns: z.array(show),
  dependsOn: ['show'],
});

export const listUpcomingShows = endpoint('listUpcomingShows', {
  method: 'GET',
  path: '/api/shows/upcoming',
  tag: 'shows',
  who: 'user',
  summary: 'List live and upcoming shows, soonest first, postponed ones last',
  status: 200,
  returns: z.array(show),
  dependsOn: ['show'],
});

export const listLiveShows = endpoint('listLiveShows', {
  method: 'GET',
  path: '/api/shows/live',
  tag: 'shows',
  who: 'user',
  summary: 'List live shows, earliest start first; the first is the live show',
  status: 200,
  returns: z.array(show),
  dependsOn: ['show'],
});

export const getShow = endpoint('getShow', {
  method: 'GET',
  path: '/api/shows/{id}',
  tag: 'shows',
  who: 'user',
  summary: 'Get one show',
  params: showParams,
  status: 200,
  returns: show,
  dependsOn: ['show:{id}'],
});

export const createShow = endpoint('createShow', {
  method: 'POST',
  path: '/api/shows',
  tag: 'shows',
  who: 'admin',
  summary: 'Add a show',
  body: createShowBody,
  status: 201,
  returns: show,
});

export const updateShow = endpoint('updateShow', {
  method: 'PATCH',
  path: '/api/shows/{id}',
  tag: 'shows',
  who: 'admin',
  summary: 'Change a show',
  params: showParams,
  body: updateShowBody,
  status: 200,
  returns: show,
});

export const deleteShow = endpoint('deleteShow', {
  method: 'DELETE',
  path: '/api/shows/{id}',
  tag: 'shows',
  who: 'admin',
  summary:
    'Delete a show with its predictions and setlist; with predictions, this needs a fresh sign-in',
  params: showParams,
  status: 204,
});

export const setShowStatus = endpoint('setShowStatus', {
  method: 'PATCH',
  path: '/api/shows/{id}/status',
  tag: 'shows',
  who: 'admin',
  summary: 'Set a show to open, live, closed, postponed or cancelled',
  params: showParams,
  body: z.object({ status: showStatus }),
  status: 200,
  returns: show,
});
