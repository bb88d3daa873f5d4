import type { Show } from '#contract/shows.ts';

/** Formats a show's day at its venue like the app: 'Saturday, November 28, 2026'. */
export function formatShowDay({ date, timeZone }: Show): string {
  return new Date(date).toLocaleDateString('en-US', { dateStyle: 'full', timeZone });
}
