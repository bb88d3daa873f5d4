import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { revealShow } from '#contract/spoilers.ts';
import type { Context } from '../context.ts';
import { revealedShows } from '../db/schema/revealed-shows.ts';
import { shows } from '../db/schema/shows.ts';
import { change } from '../http/change.ts';
import { notFound } from '../http/route.ts';

export function spoilerRoutes(app: FastifyInstance, { clock }: Context): void {
  change(app, revealShow, async ({ params: { id: showId }, viewer, tx, changed }) => {
    const [show] = await tx
      .select({ id: shows.id })
      .from(shows)
      .where(eq(shows.id, showId))
      .for('key share');
    if (!show) throw notFound('Show');
    const { userId } = viewer;
    const addedRows = await tx
      .insert(revealedShows)
      .values({ userId, showId, revealedAt: new Date(clock()) })
      .onConflictDoNothing()
      .returning({ showId: revealedShows.showId });
    if (addedRows.length > 0) changed({ topic: 'account', subjectId: userId, version: clock() });
    return undefined;
  });
}
