import { z } from 'zod';
import { UNKNOWN_CITY } from '#contract/shows.ts';
import { identityKey } from '#contract/text.ts';
import type { ArchiveShow } from './archive.ts';

const text = z.string().nullable();

/** The fields that administrators can edit, as the archive has them. */
export const archiveDetails = z.object({
  name: z.string(),
  venue: text,
  city: z.string(),
  state: text,
  country: text,
  tourName: text,
  day: z.string(),
  time: text,
});
export type ArchiveDetails = z.output<typeof archiveDetails>;

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
