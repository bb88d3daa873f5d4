import { z } from 'zod';

/**
 * `changed`: rows whose name or place on the first page is new since the last event, or all rows.
 */
export const leagueBoardDelta = z.object({
  showId: z.uuid(),
  total: z.int(),
  /** `[userId, totalPoints]` of each row, best first. */
  order: z.array(z.tuple([z.uuid(), z.int()])),
  changed: z.array(
    z.object({
      userId: z.uuid(),
      username: z.string(),
      isPrivate: z.literal(true).optional(),
    }),
  ),
});
export type LeagueBoardDelta = z.output<typeof leagueBoardDelta>;
