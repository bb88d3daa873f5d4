import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { getNextSheet } from '#contract/next-sheet.ts';
import type { Context } from '../context.ts';
import { shows } from '../db/schema/shows.ts';
import { read } from '../http/read.ts';
import { createNextOpenShow } from '../shows/next-open-show.ts';
import { createNextStart } from '../shows/next-start.ts';
import { toShow } from '../shows/show-row.ts';
import { findSongs } from '../songs/queries.ts';

/** Public: contains only announced shows and played songs, and no data about fans. */
export function nextSheetRoute(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const nextOpenShow = createNextOpenShow(context);
  const nextStart = createNextStart(context);

  read(
    app,
    getNextSheet,
    async () => ({ showId: (await nextOpenShow())?.id, nextStart: await nextStart() }),
    async ({ variant: { showId, nextStart } }) => {
      const [show] = showId ? await db.select().from(shows).where(eq(shows.id, showId)) : [];
      return { show: show ? toShow(show) : null, songs: await findSongs(db, nextStart) };
    },
  );
}
