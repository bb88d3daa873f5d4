import { z } from 'zod';

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
