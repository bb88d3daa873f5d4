import { z } from 'zod';

/**
 * The first page of a league's board after a change of the standings. `changed` has the members whose
 * name or place on this page is new since the league's previous event, or all of them.
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
