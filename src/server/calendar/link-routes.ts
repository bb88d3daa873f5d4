import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as contract from '#contract/calendar.ts';
import type { Change } from '#contract/freshness.ts';
import { paths } from '#contract/pages.ts';
import type { Context } from '../context.ts';
import { calendarLinks } from '../db/schema/calendar-links.ts';
import { change } from '../http/change.ts';
import { route } from '../http/route.ts';
import { getSiteOrigin } from '../http/site-origin.ts';
import { createToken } from '../random-token.ts';
import { findCalendarLink } from './queries.ts';

export function calendarLinkRoutes(app: FastifyInstance, { db, clock, publicUrl }: Context): void {
  const createCalendarChange = (userId: string): Change => ({
    topic: 'calendar',
    subjectId: userId,
    version: clock(),
  });
  const toResponse = (
    request: FastifyRequest,
    { token, createdAt }: typeof calendarLinks.$inferSelect,
  ) => ({
    url: getSiteOrigin(request, publicUrl) + paths.fanCalendar({ token }),
    createdAt: createdAt.toISOString(),
  });

  route(app, contract.getCalendarLink, async ({ viewer, request }) => {
    const link = await findCalendarLink(db, viewer.userId);
    return link && toResponse(request, link);
  });

  change(app, contract.createCalendarLink, async ({ viewer, request, reply, tx, changed }) => {
    const { userId } = viewer;
    const token = createToken(16);
    // A no-op update returns the row whether it existed or not.
    const [link] = await tx
      .insert(calendarLinks)
      .values({ userId, token, createdAt: new Date(clock()) })
      .onConflictDoUpdate({ target: calendarLinks.userId, set: { userId } })
      .returning();
    if (!link) throw new Error('The link insert returned no row.');
    const isNew = link.token === token;
    if (isNew) changed(createCalendarChange(userId));
    reply.status(isNew ? 201 : 200);
    return toResponse(request, link);
  });

  change(app, contract.revokeCalendarLink, async ({ viewer, tx, changed }) => {
    const { userId } = viewer;
    const revokedLinks = await tx
      .delete(calendarLinks)
      .where(eq(calendarLinks.userId, userId))
      .returning({ userId: calendarLinks.userId });
    if (revokedLinks.length > 0) changed(createCalendarChange(userId));
    return undefined;
  });
}
