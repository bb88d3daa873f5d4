import { z } from 'zod';

const nullableText = z.string().nullable();

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
