import { asc, desc, eq, gte, or } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/shows.ts';
import type { Context } from '../context.ts';
import { shows } from '../db/schema.ts';
import { notFound, route } from '../http/route.ts';
import { showChangeRoutes } from './change-routes.ts';
import { createNextStart } from './next-start.ts';
import type { ShowScoring } from './scoring.ts';
import { toShow } from './show-answer.ts';

/** The schedule: its lists for everyone, its changes for administrators. */
export function showRoutes(app: FastifyInstance, context: Context, scoring: ShowScoring): void {
  const { db, ready } = context;
  const nextStart = createNextStart(context);

  route(app, contract.listShows, (call) =>
    ready.send(call, contract.listShows, {
      key: 'shows',
      load: async () => {
        const rows = await db.select().from(shows).orderBy(desc(shows.date), asc(shows.id));
        return { rows: rows.map(toShow) };
      },
    }),
  );

  route(app, contract.listUpcomingShows, async (call) => {
    const next = await nextStart();
    const isUpcoming = next && gte(shows.date, next);
    return ready.send(call, contract.listUpcomingShows, {
      key: `shows/upcoming/${next?.getTime()}`,
      load: async () => {
        const rows = await db
          .select()
          .from(shows)
          .where(or(eq(shows.status, 'live'), isUpcoming))
          .orderBy(asc(shows.date), asc(shows.id));
        return { rows: rows.map(toShow) };
      },
    });
  });

  route(app, contract.listLiveShows, (call) =>
    ready.send(call, contract.listLiveShows, {
      key: 'shows/live',
      load: async () => {
        const rows = await db
          .select()
          .from(shows)
          .where(eq(shows.status, 'live'))
          .orderBy(asc(shows.date), asc(shows.id));
        return { rows: rows.map(toShow) };
      },
    }),
  );

  route(app, contract.getShow, (call) =>
    ready.send(call, contract.getShow, {
      key: `shows/${call.params.id}`,
      load: async () => {
        const [row] = await db.select().from(shows).where(eq(shows.id, call.params.id));
        if (!row) throw notFound('Show');
        return { rows: toShow(row) };
      },
    }),
  );

  showChangeRoutes(app, context, scoring);
}
