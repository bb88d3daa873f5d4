import { and, asc, desc, eq, gte, inArray, ne, or } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { getShowDeletion } from '#contract/deletion-impact.ts';
import { getShowReopening } from '#contract/reopening.ts';
import * as contract from '#contract/shows.ts';
import { renameTour as renameTourEndpoint } from '#contract/tours.ts';
import type { Context, ShowScoring } from '../context.ts';
import { shows } from '../db/schema/shows.ts';
import { change } from '../http/change.ts';
import { read } from '../http/read.ts';
import { notFound, route } from '../http/route.ts';
import { createShow, deleteShow, updateShow } from './change-show.ts';
import { countShowImpact } from './deletion-impact.ts';
import { createNextStart } from './next-start.ts';
import { renameTour } from './rename-tour.ts';
import { countSeenPredictions } from './reopening.ts';
import { setShowStatus } from './set-status.ts';
import { toShow } from './show-row.ts';

export function showRoutes(app: FastifyInstance, context: Context, scoring: ShowScoring): void {
  const { db } = context;

  read(app, contract.listShows, async () => {
    const rows = await db.select().from(shows).orderBy(desc(shows.date), asc(shows.id));
    return rows.map(toShow);
  });

  read(app, contract.listUpcomingShows, createNextStart(context), async ({ variant: next }) => {
    const isUpcoming = next && and(gte(shows.date, next), ne(shows.status, 'closed'));
    const rows = await db
      .select()
      .from(shows)
      .where(or(inArray(shows.status, ['live', 'postponed']), isUpcoming))
      // Postponed shows come last, because their date is no longer valid.
      .orderBy(asc(eq(shows.status, 'postponed')), asc(shows.date), asc(shows.id));
    return rows.map(toShow);
  });

  read(app, contract.listLiveShows, async () => {
    const rows = await db
      .select()
      .from(shows)
      .where(eq(shows.status, 'live'))
      .orderBy(asc(shows.date), asc(shows.id));
    return rows.map(toShow);
  });

  read(app, contract.getShow, async ({ params: { id } }) => {
    const [row] = await db.select().from(shows).where(eq(shows.id, id));
    if (!row) throw notFound('Show');
    return toShow(row);
  });

  showChangeRoutes(app, context, scoring);
}

function showChangeRoutes(
  app: FastifyInstance,
  { db, band, clock }: Context,
  scoring: ShowScoring,
): void {
  change(app, contract.createShow, async ({ body, ...scope }) =>
    toShow(await createShow(scope, body, band.current())),
  );

  change(app, contract.updateShow, async ({ params: { id }, body, ...scope }) =>
    toShow(await updateShow(scope, id, body, clock)),
  );

  change(app, renameTourEndpoint, ({ body, ...scope }) => renameTour(scope, body, clock()));

  change(app, contract.setShowStatus, async ({ params: { id }, body, viewer, ...scope }) => {
    const scribeId = viewer.isAdmin ? undefined : viewer.userId;
    return toShow(await setShowStatus(scope, scoring, id, body, { clock, scribeId }));
  });

  route(app, getShowReopening, async ({ params: { id } }) => ({
    predictions: await countSeenPredictions(db, id, clock()),
  }));

  route(app, getShowDeletion, ({ params: { id } }) => countShowImpact(db, id));

  change(app, contract.deleteShow, async ({ params: { id }, viewer, ...scope }) => {
    await deleteShow(scope, scoring, { id, isFresh: viewer.isFresh });
    return undefined;
  });
}
