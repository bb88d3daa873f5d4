import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MINUTE } from '#contract/durations.ts';
import { LINK_PAGES } from '#contract/link-pages.ts';
import type { Context } from '../context.ts';
import { toClientNetwork } from '../http/limit.ts';
import {
  type CachedResponse,
  sendCachedResponse,
  toCachedResponse,
} from '../http/response-cache.ts';
import { notFound, toRoutePattern } from '../http/route.ts';
import { createSharedFile } from '../http/shared-file.ts';
import { getSiteOrigin } from '../http/site-origin.ts';
import { buildCalendar } from './build-calendar.ts';
import { findCalendarOwner, findCalendarShows } from './queries.ts';

/** Per network, and per fan calendar. Apps fetch a calendar a few times an hour. */
const BUILDS_PER_MINUTE = 1_000;

const TOKEN_PATTERN = /^[\w-]{22}$/;

const OPTIONS = { config: { hiddenBecause: 'A calendar file for calendar apps.' } } as const;

type TokenRequest = FastifyRequest<{ Params: { token: string } }>;

/** Serves the shared calendar, and each fan's calendar at its secret URL, without a session. */
export function calendarFileRoutes(app: FastifyInstance, context: Context): void {
  const { db, clock, publicUrl, band, changeVersions, createLimit } = context;
  const builds = createLimit({
    name: 'calendar-builds',
    max: BUILDS_PER_MINUTE,
    windowMs: MINUTE,
    message: 'Too many calendar requests.',
  });

  async function build(origin: string, userId?: string): Promise<CachedResponse> {
    const rows = await findCalendarShows(db, { now: clock(), ...(userId && { userId }) });
    const text = buildCalendar(rows, { band: band.current(), origin });
    return toCachedResponse(text, 'text/calendar; charset=utf-8');
  }

  const readShared = createSharedFile(changeVersions, { dependsOn: ['show', 'band'], build });

  app.get(LINK_PAGES.calendar, OPTIONS, async (request, reply) => {
    const response = await readShared(getSiteOrigin(request, publicUrl), () =>
      builds.consume(toClientNetwork(request.ip)),
    );
    return sendFile(request, reply, response);
  });

  app.get(toRoutePattern(LINK_PAGES.fanCalendar), OPTIONS, async (request: TokenRequest, reply) => {
    const { token } = request.params;
    const userId = TOKEN_PATTERN.test(token) ? await findCalendarOwner(db, token) : undefined;
    if (!userId) throw notFound('Calendar');
    await builds.consume(userId);
    return sendFile(request, reply, await build(getSiteOrigin(request, publicUrl), userId));
  });
}

function sendFile(request: FastifyRequest, reply: FastifyReply, response: CachedResponse) {
  reply.header('content-disposition', 'inline; filename="shows.ics"');
  return sendCachedResponse(request, reply, response);
}
