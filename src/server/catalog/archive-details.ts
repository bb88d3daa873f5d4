import { z } from 'zod';

const nullableText = z.string().nullable();

/** The archive's values of the fields that administrators can edit. */
export const archiveDetails = z.object({
  name: z.string(),
  venue: nullableText,
  city: z.string(),
  state: nullableText,
  country: nullableText,
  tourName: nullableText,
  day: z.string(),
  time: nullableText,
});
export type ArchiveDetails = z.output<typeof archiveDetails>;
