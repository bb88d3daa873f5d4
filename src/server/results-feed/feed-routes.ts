import type { FastifyInstance } from 'fastify';
import { MINUTE } from '#contract/durations.ts';
import { RESULTS_FEED } from '#contract/results-feed.ts';
import type { Context } from '../context.ts';
import { toClientNetwork } from '../http/limit.ts';
import { sendCachedResponse, toCachedResponse } from '../http/response-cache.ts';
import { createSharedFile } from '../http/shared-file.ts';
import { getSiteOrigin } from '../http/site-origin.ts';
import { buildFeed } from './build-feed.ts';
import { findResults } from './queries.ts';

/** Per network. Only a build after a change or for another `Host` counts. */
const BUILDS_PER_MINUTE = 100;

export function resultsFeedRoute(app: FastifyInstance, context: Context): void {
  const { db, publicUrl, band, changeVersions, createLimit } = context;
  const builds = createLimit({
    name: 'results-feed-builds',
    max: BUILDS_PER_MINUTE,
    windowMs: MINUTE,
    message: 'Too many feeds.',
  });
  const readFeed = createSharedFile(changeVersions, {
    // `totals` also covers setlists, because the feed has only shows with points.
    dependsOn: ['show', 'totals', 'username', 'privacy', 'band'],
    build: async (origin) =>
      toCachedResponse(
        buildFeed(await findResults(db), { band: band.current(), origin }),
        `${RESULTS_FEED.type}; charset=utf-8`,
      ),
  });

  const config = { hiddenBecause: 'A feed, which feed readers subscribe to.' };
  app.get(RESULTS_FEED.path, { config }, async (request, reply) => {
    const response = await readFeed(getSiteOrigin(request, publicUrl), () =>
      builds.consume(toClientNetwork(request.ip)),
    );
    return sendCachedResponse(request, reply, response);
  });
}
