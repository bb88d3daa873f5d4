import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CALENDAR_READS_PER_HOUR } from '#contract/calendar.ts';
import { HOUR } from '#contract/durations.ts';
import { resolveConcerns } from '#contract/freshness.ts';
import { LINK_PAGES } from '#contract/link-pages.ts';
import type { Context } from '../context.ts';
import {
  type CachedResponse,
  sendCachedResponse,
  toCachedResponse,
} from '../http/response-cache.ts';
import { notFound, toRoutePattern } from '../http/route.ts';
import { siteOrigin } from '../http/site-origin.ts';
import { buildCalendar } from './build-calendar.ts';
import { findCalendarOwner, findCalendarShows } from './queries.ts';

const OPTIONS = { config: { hiddenBecause: 'A calendar, which programs subscribe to.' } } as const;

type TokenRequest = FastifyRequest<{ Params: { token: string } }>;

/** Calendars without a session: everyone's, and a fan's by its secret address. */
export function calendarFileRoutes(app: FastifyInstance, context: Context): void {
  const { db, clock, publicUrl, band, changeVersions, createLimit } = context;
  const reads = createLimit({
    name: 'calendar-reads',
    max: CALENDAR_READS_PER_HOUR,
    windowMs: HOUR,
    message: 'This calendar was read too often.',
  });
  let shared: { key: string; response: Promise<CachedResponse> } | undefined;

  async function build(origin: string, userId?: string): Promise<CachedResponse> {
    const rows = await findCalendarShows(db, { now: clock(), ...(userId && { userId }) });
    const text = buildCalendar(rows, { band: band.current(), origin });
    return toCachedResponse(text, 'text/calendar; charset=utf-8');
  }

  app.get(LINK_PAGES.calendar, OPTIONS, async (request, reply) => {
    const origin = siteOrigin(request, publicUrl);
    const key = `${origin}@${changeVersions(resolveConcerns({ dependsOn: ['show', 'band'] }))}`;
    if (shared?.key !== key) shared = { key, response: build(origin) };
    return sendFile(request, reply, await shared.response);
  });

  app.get(toRoutePattern(LINK_PAGES.fanCalendar), OPTIONS, async (request: TokenRequest, reply) => {
    const { token } = request.params;
    const userId = await findCalendarOwner(db, token);
    if (!userId) throw notFound('Calendar');
    await reads.consume(userId);
    return sendFile(request, reply, await build(siteOrigin(request, publicUrl), userId));
  });
}

function sendFile(request: FastifyRequest, reply: FastifyReply, response: CachedResponse) {
  reply.header('content-disposition', 'inline; filename="shows.ics"');
  return sendCachedResponse(request, reply, response);
}
