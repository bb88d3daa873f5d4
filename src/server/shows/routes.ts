import { and, asc, desc, eq, gte, inArray, ne, or } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { getShowDeletion } from '#contract/deletion-impact.ts';
import * as contract from '#contract/shows.ts';
import { RECORDED } from '../audit/record-change.ts';
import { announce } from '../changes/bus.ts';
import type { Context, ShowScoring } from '../context.ts';
import { shows } from '../db/schema/shows.ts';
import { notFound, route } from '../http/route.ts';
import { createShow, deleteShow, updateShow } from './change-show.ts';
import { countShowImpact } from './deletion-impact.ts';
import { createNextStart } from './next-start.ts';
import { setShowStatus } from './set-status.ts';
import { toShow } from './show-row.ts';

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
    // A closed show is over, whatever its date.
    const isUpcoming = next && and(gte(shows.date, next), ne(shows.status, 'closed'));
    return ready.send(call, contract.listUpcomingShows, {
      key: `shows/upcoming/${next?.getTime()}`,
      load: async () => {
        const rows = await db
          .select()
          .from(shows)
          .where(or(inArray(shows.status, ['live', 'postponed']), isUpcoming))
          // Postponed shows, which have no date, come last.
          .orderBy(asc(eq(shows.status, 'postponed')), asc(shows.date), asc(shows.id));
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

function showChangeRoutes(
  app: FastifyInstance,
  { db, bus, band }: Context,
  scoring: ShowScoring,
): void {
  route(app, contract.createShow, async ({ body, viewer, reply }) => {
    const show = await db.transaction((tx) => createShow(tx, body, band.known(), viewer.userId));
    const { id: subjectId, version } = show;
    await announce({ bus, reply }, [{ topic: 'show', subjectId, version }, RECORDED]);
    return toShow(show);
  });

  route(app, contract.updateShow, async ({ params: { id }, body, viewer, reply }) => {
    const show = await db.transaction((tx) => updateShow(tx, id, body, viewer.userId));
    const { version } = show;
    await announce({ bus, reply }, [{ topic: 'show', subjectId: id, version }, RECORDED]);
    return toShow(show);
  });

  route(
    app,
    contract.setShowStatus,
    async ({ params: { id }, body: { status }, viewer, reply }) => {
      const { show, changes } = await db.transaction((tx) =>
        setShowStatus(tx, scoring, id, status, viewer.userId),
      );
      await announce({ bus, reply }, changes);
      return toShow(show);
    },
  );

  route(app, getShowDeletion, ({ params: { id } }) => countShowImpact(db, id));

  route(app, contract.deleteShow, async ({ params: { id }, viewer, reply }) => {
    const changes = await db.transaction((tx) => deleteShow(tx, scoring, id, viewer));
    await announce({ bus, reply }, changes);
    return undefined;
  });
}
