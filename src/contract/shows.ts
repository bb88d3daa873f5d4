import { z } from 'zod';
import {
  baseVersion,
  endpoint,
  hasChanges,
  NOTHING_TO_CHANGE,
  optionalText,
  showParams,
} from './endpoint.ts';
import { optionalReopeningChoice } from './reopening.ts';
import { visibleText } from './text.ts';

/** A postponed show keeps its predictions until a new date reopens it. */
export const SHOW_STATUSES = ['open', 'live', 'closed', 'postponed', 'cancelled'] as const;
export const showStatus = z
  .enum(SHOW_STATUSES, 'Status must be open, live, closed, postponed or cancelled')
  .meta({ id: 'ShowStatus' });
export type ShowStatus = z.output<typeof showStatus>;

export const STATUS_LABELS: Record<ShowStatus, string> = {
  open: 'Open',
  live: 'Live',
  closed: 'Closed',
  postponed: 'Postponed',
  cancelled: 'Cancelled',
};

/** Screens treat an unknown `status` as closed. */
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
    /** Null means an hour before the start. */
    locksAt: z.iso.datetime().nullable(),
    /** Whether the show reopened with the predictions that fans had seen, so no one may predict. */
    arePredictionsFrozen: z.boolean(),
    /** Increases when a field of the show's form changes. */
    version: z.int(),
  })
  .meta({ id: 'Show' });
export type Show = z.output<typeof show>;

const DATE_REQUIRED = 'Date is required';

export const DATE_FORMAT_MESSAGE =
  'Date must look like 2026-07-04T19:30, with or without an offset such as -04:00';

export const SHOW_LENGTHS = {
  name: 255,
  venue: 255,
  city: 100,
  state: 100,
  country: 100,
  timeZone: 64,
  tourName: 255,
} as const;

export const LOCKS_AT_FORMAT_MESSAGE = DATE_FORMAT_MESSAGE.replace('Date', 'Lock time');

const showFields = z.object({
  name: visibleText(SHOW_LENGTHS.name, 'Name is required'),
  venue: optionalText(SHOW_LENGTHS.venue),
  city: visibleText(SHOW_LENGTHS.city, 'City is required'),
  state: optionalText(SHOW_LENGTHS.state),
  country: optionalText(SHOW_LENGTHS.country),
  /** ISO 8601; if it has no offset, it is local time in `timeZone`. */
  date: z
    .string({ error: ({ input }) => (input === undefined ? DATE_REQUIRED : DATE_FORMAT_MESSAGE) })
    .trim()
    .min(1, DATE_REQUIRED)
    .max(40, DATE_FORMAT_MESSAGE),
  /** IANA name; defaults to the band's zone. */
  timeZone: z.string().trim().min(1).max(SHOW_LENGTHS.timeZone).optional(),
  tourName: optionalText(SHOW_LENGTHS.tourName),
  /** Has the format of `date`, and must not be after it. */
  locksAt: z
    .string(LOCKS_AT_FORMAT_MESSAGE)
    .trim()
    .max(40, LOCKS_AT_FORMAT_MESSAGE)
    .nullish()
    .transform((text) => (text === undefined ? undefined : text || null)),
});
export const createShowBody = showFields;
export const updateShowBody = showFields
  .partial()
  .extend({ version: baseVersion, predictions: optionalReopeningChoice })
  .refine(({ predictions, ...body }) => hasChanges(body), NOTHING_TO_CHANGE);

export const RESULT_STATUSES = ['live', 'closed'] as const satisfies ShowStatus[];

export function hasResults(show: { status: string }): boolean {
  return RESULT_STATUSES.some((status) => status === show.status);
}

/** Statistics skip these shows, regardless of their stored date. */
export const UNPLAYED_STATUSES = ['postponed', 'cancelled'] as const satisfies ShowStatus[];
export const UNKNOWN_CITY = 'Unknown city';

export function formatPlace({
  city,
  state,
  country,
}: Pick<Show, 'city' | 'state' | 'country'>): string {
  return [city, state || country].filter(Boolean).join(', ');
}

export function formatMissedPick(show: { status: string }): 'Not played' | 'Not played yet' {
  return ['open', 'live', 'postponed'].includes(show.status) ? 'Not played yet' : 'Not played';
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
  who: 'scribe',
  summary:
    'Set a show to open, live, closed, postponed or cancelled; scribes can only take it live and finish it',
  params: showParams,
  body: z.object({
    status: showStatus,
    /** The status that the change is based on: 409 if the show has neither this one nor the new one. */
    from: z.string().optional(),
    predictions: optionalReopeningChoice,
  }),
  status: 200,
  returns: show,
});
