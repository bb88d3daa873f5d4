import { UNKNOWN_CITY } from '#contract/shows.ts';
import { identityKey } from '#contract/text.ts';
import type { ArchiveDetails } from '../../archive-details.ts';
import type { ArchiveShow } from './archive.ts';

export function toDetails(show: ArchiveShow): ArchiveDetails {
  const { title, venue, city, state, country, tour: tourName, date: day, time } = show;
  const name = title ?? venue ?? city ?? `Show of ${day}`;
  return { name, venue, city: city ?? UNKNOWN_CITY, state, country, tourName, day, time };
}

export function isSamePlace(
  a: { venue: string | null; city: string | null },
  b: { venue: string | null; city: string | null },
): boolean {
  const isSameName = (name: string | null, otherName: string | null) =>
    name !== null && otherName !== null && identityKey(name) === identityKey(otherName);
  return isSameName(a.venue, b.venue) || isSameName(a.city, b.city);
}
