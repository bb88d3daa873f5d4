import { z } from 'zod';
import { UNKNOWN_CITY } from '#contract/shows.ts';
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

export function detailsOf(show: ArchiveShow): ArchiveDetails {
  const { title, venue, city, state, country, tour: tourName, date: day, time } = show;
  const name = title ?? venue ?? city ?? `Show of ${day}`;
  return { name, venue, city: city ?? UNKNOWN_CITY, state, country, tourName, day, time };
}
