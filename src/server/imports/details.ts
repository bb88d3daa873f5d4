import { z } from 'zod';
import { UNKNOWN_CITY } from '#contract/shows.ts';
import { identityKey } from '#contract/text.ts';
import type { ArchiveShow } from './archive.ts';

const text = z.string().nullable();

/** The archive's values for the fields of a show that administrators can edit. */
export const archiveDetails = z.object({
  name: z.string(),
  venue: text,
  city: z.string(),
  state: text,
  country: text,
  tourName: text,
  /** The venue's calendar day. */
  day: z.string(),
  /** 'HH:MM' in the venue's time zone, if the archive has it. */
  time: text,
});
export type ArchiveDetails = z.output<typeof archiveDetails>;

export function detailsOf(show: ArchiveShow): ArchiveDetails {
  const { title, venue, city, state, country, tour: tourName, date: day, time } = show;
  const name = title ?? venue ?? city ?? `Show of ${day}`;
  return { name, venue, city: city ?? UNKNOWN_CITY, state, country, tourName, day, time };
}

/** Returns whether two shows have the same venue or the same city. */
export function isSamePlace(
  one: { venue: string | null; city: string | null },
  other: { venue: string | null; city: string | null },
): boolean {
  const isSame = (a: string | null, b: string | null) =>
    a !== null && b !== null && identityKey(a) === identityKey(b);
  return isSame(one.venue, other.venue) || isSame(one.city, other.city);
}
