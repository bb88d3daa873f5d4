import { UNKNOWN_CITY } from '#contract/shows.ts';
import { identityKey } from '#contract/text.ts';
import type { ArchiveDetails } from '../../archive-details.ts';
import type { ArchiveShow } from './archive.ts';

export function detailsOf(show: ArchiveShow): ArchiveDetails {
  const { title, venue, city, state, country, tour: tourName, date: day, time } = show;
  const name = title ?? venue ?? city ?? `Show of ${day}`;
  return { name, venue, city: city ?? UNKNOWN_CITY, state, country, tourName, day, time };
}

export function isSamePlace(
  one: { venue: string | null; city: string | null },
  other: { venue: string | null; city: string | null },
): boolean {
  const isSame = (a: string | null, b: string | null) =>
    a !== null && b !== null && identityKey(a) === identityKey(b);
  return isSame(one.venue, other.venue) || isSame(one.city, other.city);
}
