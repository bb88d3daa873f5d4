import type { Show } from '#contract/shows.ts';

/** A show's day at its venue, as the app formats it: 'Saturday, November 28, 2026'. */
export function formatShowDay({ date, timeZone }: Show): string {
  return new Date(date).toLocaleDateString('en-US', { dateStyle: 'full', timeZone });
}
