import type { Show } from '#contract/shows.ts';

/** What the screens say of a show; the show inside a prediction has all of it. */
export type ShownShow = Pick<
  Show,
  'name' | 'venue' | 'city' | 'state' | 'country' | 'date' | 'timeZone' | 'tourName' | 'status'
>;
