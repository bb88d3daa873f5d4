import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Anyone with `url` can read which shows the fan predicted, and how many songs they picked. */
export const calendarLink = z
  .object({ url: z.url(), createdAt: z.iso.datetime() })
  .meta({ id: 'CalendarLink' });
export type CalendarLink = z.output<typeof calendarLink>;

export const getCalendarLink = endpoint('getCalendarLink', {
  method: 'GET',
  path: '/api/user/calendar',
  tag: 'accounts',
  who: 'user',
  summary: 'Get the secret address of your calendar, or 204',
  status: 200,
  returns: calendarLink,
  mayBeEmpty: true,
  dependsOn: ['calendar:{me}'],
});

export const createCalendarLink = endpoint('createCalendarLink', {
  method: 'POST',
  path: '/api/user/calendar',
  tag: 'accounts',
  who: 'user',
  summary: 'Create the secret address of your calendar; if one exists, return it with 200',
  status: 201,
  returns: calendarLink,
});

export const revokeCalendarLink = endpoint('revokeCalendarLink', {
  method: 'DELETE',
  path: '/api/user/calendar',
  tag: 'accounts',
  who: 'user',
  summary: 'Revoke the address; a new one will be different',
  status: 204,
});
