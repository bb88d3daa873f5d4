import { eq, inArray } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { type Crowd, getCrowd, NO_CROWD } from '#contract/crowd.ts';
import { arePicksRevealed } from '#contract/shows.ts';
import type { Context } from '../context.ts';
import { shows } from '../db/schema/shows.ts';
import { songs } from '../db/schema/songs.ts';
import { read } from '../http/read.ts';
import { notFound } from '../http/route.ts';
import type { PicksCache } from '../scoring/picks-cache.ts';
import { createSetlistSeals } from '../shows/setlist-seals.ts';
import { createCrowdCounts } from './crowd-counts.ts';
import { toCrowd } from './summarize-crowd.ts';

export function crowdRoutes(app: FastifyInstance, context: Context, picksCache: PicksCache): void {
  const { db, clock } = context;
  const seals = createSetlistSeals(context);
  const readCounts = createCrowdCounts(db, picksCache);

  read(
    app,
    getCrowd,
    ({ params }) => seals.findPicksStage(params.id),
    async ({ params: { id }, variant: stage }): Promise<Crowd> => {
      const [show] = await db.select().from(shows).where(eq(shows.id, id));
      if (!show) throw notFound('Show');
      // The show may have reopened since its cached state was read.
      if (stage === 'hidden' || !arePicksRevealed(show, clock())) return NO_CROWD;
      const { sheets, counts } = await readCounts(show);
      const ids = counts.map(({ songId }) => songId);
      const rows = await db
        .select({ id: songs.id, title: songs.title })
        .from(songs)
        .where(inArray(songs.id, ids));
      const titles = new Map(rows.map((song) => [song.id, song.title]));
      return toCrowd(
        sheets,
        counts.filter(({ songId }) => titles.has(songId)),
        titles,
      );
    },
  );
}
