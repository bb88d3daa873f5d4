import compress from '@fastify/compress';
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { accountRoutes } from './accounts/routes.ts';
import { createSessions } from './accounts/sessions.ts';
import { type Bus, createLocalBus } from './changes/bus.ts';
import { createLastChange } from './changes/last-change.ts';
import type { Context } from './context.ts';
import type { Db } from './db/open.ts';
import { forumRoutes } from './forums/routes.ts';
import { ApiError } from './http/api-error.ts';
import { installDiskSpaceCheck } from './http/disk-space.ts';
import { installErrorHandler, sendError } from './http/error-handler.ts';
import { healthRoutes } from './http/health.ts';
import { openapiRoutes } from './http/openapi.ts';
import { installOriginCheck } from './http/origin.ts';
import { reportPressure } from './http/pressure.ts';
import { createReadyBytes } from './http/ready-bytes.ts';
import { RequestLog } from './http/request-log.ts';
import { installSecurityHeaders } from './http/security-headers.ts';
import { installStorableTextCheck } from './http/storable-text.ts';
import { installViewer } from './http/viewer.ts';
import { webFiles } from './http/web-files.ts';
import { createBoards } from './leaderboards/boards.ts';
import { leaderboardRoutes } from './leaderboards/routes.ts';
import { installArrivalTime } from './predictions/arrival.ts';
import { predictionRoutes } from './predictions/routes.ts';
import { realtimeRoutes } from './realtime/routes.ts';
import { createScoring } from './scoring/calculate.ts';
import { scoringRoutes } from './scoring/routes.ts';
import { setlistRoutes } from './setlists/routes.ts';
import type { BandPack } from './setup/band-pack.ts';
import { setupRoutes } from './setup/routes.ts';
import { shareRoutes } from './shares/routes.ts';
import { showRoutes } from './shows/routes.ts';
import { songRoutes } from './songs/routes.ts';
import { statisticsRoutes } from './statistics/routes.ts';

const BODY_LIMIT = 16 * 1024;

export interface AppOptions {
  db: Db;
  bandPack: BandPack;
  publicUrl?: string | undefined;
  trustProxy?: NonNullable<FastifyServerOptions['trustProxy']>;
  clock?: () => number;
  bus?: Bus;
  logger?: FastifyServerOptions['logger'];
  /** Where the database is embedded: its folder, whose disk must not be filled. */
  dataDir?: string;
  /** Milliseconds within which a request must have arrived whole. */
  requestTimeout?: number;
}

/** Builds the whole server without listening; the caller owns the database and closes both. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { db, bandPack, publicUrl, clock = Date.now } = options;
  const { requestTimeout = 15_000 } = options;
  const app = Fastify({
    logger: options.logger ?? false,
    logController: new RequestLog(),
    bodyLimit: BODY_LIMIT,
    requestTimeout,
    // How often Node looks for requests that are past it; its own 30 s would add to each.
    http: { connectionsCheckingInterval: 1_000, headersTimeout: requestTimeout },
    trustProxy: options.trustProxy ?? false,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    frameworkErrors: (error, _request, reply) => {
      sendError(reply, new ApiError(error.statusCode ?? 400, 'The address could not be read'));
    },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.removeContentTypeParser('text/plain');
  installErrorHandler(app);
  installArrivalTime(app, clock);
  const onFailure = (err: unknown) => app.log.error({ err }, 'a listener of changes failed');
  const { bus = createLocalBus(onFailure) } = options;
  const lastChange = createLastChange(bus);
  const ready = createReadyBytes(lastChange);
  const context: Context = { db, bus, lastChange, ready, clock, bandPack, publicUrl };

  const isSecure = publicUrl?.startsWith('https:') ?? false;
  installSecurityHeaders(app, isSecure);
  // Nobody sends what has to be unpacked.
  await app.register(compress, { threshold: 1_400, globalDecompression: false });
  const sessions = createSessions(context);
  await realtimeRoutes(app, context, sessions.findViewer);
  installOriginCheck(app, publicUrl);
  installStorableTextCheck(app);
  await reportPressure(app);
  await openapiRoutes(app, bandPack.band, publicUrl);
  installViewer(app, sessions.findViewer);
  if (options.dataDir) installDiskSpaceCheck(app, options.dataDir);
  // An answer is one person's own, except where it says otherwise, as lists equal for everyone do.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.who) reply.header('cache-control', 'no-store');
    done();
  });

  accountRoutes(app, context, sessions);
  const scoring = createScoring(context);
  songRoutes(app, context, scoring);
  showRoutes(app, context, scoring);
  setlistRoutes(app, context, scoring);
  statisticsRoutes(app, context);
  setupRoutes(app, context);
  predictionRoutes(app, context);
  scoringRoutes(app, context);
  const boards = createBoards(context);
  leaderboardRoutes(app, context, boards);
  forumRoutes(app, context);
  shareRoutes(app, context, boards);
  healthRoutes(app, db);
  await webFiles(app, { band: bandPack.band, publicUrl });
  return app;
}
