import type { Show } from '#contract/shows.ts';

/** What the screens say of a show; the show inside a prediction has all of it. */
export type ShownShow = Pick<
  Show,
  'name' | 'venue' | 'city' | 'state' | 'country' | 'date' | 'timeZone' | 'tourName' | 'status'
>;

/** 'Richmond, VA'; the country where there is no state. */
export function placeOf({ city, state, country }: Pick<ShownShow, 'city' | 'state' | 'country'>) {
  return [city, state || country].filter(Boolean).join(', ');
}
