import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { type Crowd, getCrowd, NO_CROWD } from '#contract/crowd.ts';
import { arePicksRevealed } from '#contract/show-lock.ts';
import type { Context } from '../context.ts';
import { shows } from '../db/schema/shows.ts';
import { read } from '../http/read.ts';
import { notFound } from '../http/route.ts';
import { createSetlistSeals } from '../shows/setlist-seals.ts';
import type { ReadCrowd } from './read-crowd.ts';

export function crowdRoutes(app: FastifyInstance, context: Context, readCrowd: ReadCrowd): void {
  const { db, clock } = context;
  const seals = createSetlistSeals(context);

  read(
    app,
    getCrowd,
    ({ params }) => seals.findPicksStage(params.id),
    async ({ params: { id }, variant: stage }): Promise<Crowd> => {
      const [show] = await db.select().from(shows).where(eq(shows.id, id));
      if (!show) throw notFound('Show');
      // The show may have reopened since its cached state was read.
      if (stage === 'hidden' || !arePicksRevealed(show, clock())) return NO_CROWD;
      return readCrowd(id);
    },
  );
}
