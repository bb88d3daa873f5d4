import { z } from 'zod';
import type { ArchiveShow } from './archive.ts';

const text = z.string().nullable();

/** What an archive says of a show that administrators may say otherwise. */
export const archiveDetails = z.object({
  name: z.string(),
  venue: text,
  city: z.string(),
  state: text,
  country: text,
  tourName: text,
  /** The venue's calendar day. */
  day: z.string(),
  /** 'HH:MM' there, where the archive knows it. */
  time: text,
});
export type ArchiveDetails = z.output<typeof archiveDetails>;

/** A show stands in a city; what an archive without one gets. */
export const UNKNOWN_CITY = 'Unknown city';

export function detailsOf(show: ArchiveShow): ArchiveDetails {
  const { title, venue, city, state, country, tour: tourName, date: day, time } = show;
  const name = title ?? venue ?? city ?? `Show of ${day}`;
  return { name, venue, city: city ?? UNKNOWN_CITY, state, country, tourName, day, time };
}
