import type { Show } from '#contract/shows.ts';

/**
 * Returns 'Saturday, November 28, 2026', for example: the day at the venue, formatted like in the
 * app.
 */
export function formatShowDay({ date, timeZone }: Show): string {
  return new Date(date).toLocaleDateString('en-US', { dateStyle: 'full', timeZone });
}
