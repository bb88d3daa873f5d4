import type { Show } from '#contract/shows.ts';

/** Returns 'Saturday, November 28, 2026', in the venue's time zone. */
export function formatShowDay({ date, timeZone }: Show): string {
  return new Date(date).toLocaleDateString('en-US', { dateStyle: 'full', timeZone });
}
