import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import { API_PATH } from '#contract/endpoint.ts';
import { LEAGUE_LIMITS } from '#contract/leagues.ts';
import { accountDataRoutes } from './account-data/routes.ts';
import { createTokenViewers } from './accounts/api-tokens/token-viewers.ts';
import { createPasskeyCheck } from './accounts/passkeys/passkey-check.ts';
import { accountRoutes } from './accounts/routes.ts';
import { createCurrentPasswordCheck } from './accounts/sign-in/current-password.ts';
import type { AppOptions } from './app-options.ts';
import { auditRoutes } from './audit/routes.ts';
import { startBackgroundJobs } from './background-jobs.ts';
import { openBackupsFolder } from './backups/backups-folder.ts';
import { scheduleNightlyBackups } from './backups/nightly-backup.ts';
import { backupRoutes } from './backups/routes.ts';
import { createCurrentBand } from './band/band.ts';
import { blockRoutes } from './blocks/routes.ts';
import { calendarLinkRoutes } from './calendar/link-routes.ts';
import { importRoutes } from './catalog/imports/routes.ts';
import { createChangeVersions } from './changes/change-versions.ts';
import type { Context } from './context.ts';
import { createCrowdReader } from './crowd/read-crowd.ts';
import { crowdRoutes } from './crowd/routes.ts';
import { watchDiskSpace } from './db/disk-space.ts';
import { demoRoutes } from './demo/routes.ts';
import { exportRoutes } from './exports/routes.ts';
import { fanSheetRoutes } from './fan-sheets/routes.ts';
import { fanRoutes } from './fans/routes.ts';
import { createNewPostsFinder } from './forums/new-posts.ts';
import { forumRoutes } from './forums/routes.ts';
import { housePlayerRoutes } from './house-players/routes.ts';
import { createScoredNights } from './house-players/scored-nights.ts';
import { installApiScope } from './http/api-scope.ts';
import { createServer } from './http/create-server.ts';
import { healthRoutes } from './http/health.ts';
import { createLimits } from './http/limit.ts';
import { logEventLoopPressure, removeRawPackets } from './http/log.ts';
import { sendRequestIds } from './http/request-id.ts';
import { createResponseCache } from './http/response-cache.ts';
import { collectEndpoints } from './http/route.ts';
import { installDataHeaders } from './http/security-headers.ts';
import { measureApp } from './http/serve-metrics.ts';
import { notifyUnknownCommits } from './http/unknown-commit.ts';
import { createBoards } from './leaderboards/boards.ts';
import { leaderboardRoutes } from './leaderboards/routes.ts';
import { leagueTalkRoutes } from './league-talk/routes.ts';
import { createBoardFinder } from './leagues/board-delta.ts';
import { createLeagueBoards } from './leagues/boards.ts';
import { leagueRoutes } from './leagues/routes.ts';
import { createLiveDeltas } from './live-shows/live-delta.ts';
import { liveShowRoutes } from './live-shows/routes.ts';
import { createMailer } from './mail/mailer.ts';
import { moderationRoutes } from './moderation/routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { oddsRoutes } from './odds/routes.ts';
import { openBus } from './open-bus.ts';
import { predictionRoutes } from './predictions/routes.ts';
import { realtimeRoutes } from './realtime/routes.ts';
import { recapRoutes } from './recaps/routes.ts';
import { releaseRoutes } from './releases/routes.ts';
import { createScoring } from './scoring/calculate.ts';
import { createPicksCache } from './scoring/picks-cache.ts';
import { scoringRoutes } from './scoring/routes.ts';
import { scribeRoutes } from './scribes/routes.ts';
import { servePages } from './serve-pages.ts';
import { createSessions } from './sessions/sessions.ts';
import { setlistRoutes } from './setlists/routes.ts';
import { setupRoutes } from './setup/routes.ts';
import { createCardImages } from './shares/card-images.ts';
import { createCardFinder } from './shares/find-card.ts';
import { shareRoutes } from './shares/routes.ts';
import { showRoutes } from './shows/routes.ts';
import { songRoutes } from './songs/routes.ts';
import { statisticsRoutes } from './statistics/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { widgetRoutes } from './widget/routes.ts';

/** The app is not listening yet. The caller must close it and the database. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { db, bandPack, publicUrl, clock = Date.now } = options;
  const { requestTimeout = 15_000, trustProxy = false, metrics, demo } = options;
  const { leagueLimits = LEAGUE_LIMITS } = options;
  const app = createServer({ logger: options.logger, requestTimeout, trustProxy, clock });
  const { bus, counts } = options.bus
    ? { bus: options.bus }
    : await openBus(app, options.redisUrl, metrics);
  metrics?.followBus(bus);
  const changeVersions = createChangeVersions(bus);
  const createLimit = createLimits(clock, counts);
  const { shutdownSignal = new AbortController().signal, backups = openBackupsFolder('.data') } =
    options;
  const { mailer = createMailer(app.log, options.smtp) } = options;
  app.addHook('onClose', () => mailer.close());
  const band = await createCurrentBand(db, bus, bandPack.band);
  const disk = watchDiskSpace(options.freeBytes, app.log);
  app
    .decorate('db', db)
    .decorate('bus', bus)
    .decorate('responses', createResponseCache(changeVersions, metrics));
  const context: Context = {
    db,
    disk,
    bus,
    changeVersions,
    createLimit,
    clock,
    bandPack,
    band,
    mailer,
    shutdownSignal,
    publicUrl,
    metrics,
  };
  if (metrics) measureApp(app, metrics, db.$client);
  sendRequestIds(app);
  removeRawPackets(app);
  const isSecure = publicUrl?.startsWith('https:') ?? false;
  installDataHeaders(app, isSecure);
  await app.register(compress, { threshold: 1_400, globalDecompression: false });
  const endpoints = collectEndpoints(app);
  const sessions = createSessions(context);
  const security = {
    sessions,
    checkPassword: createCurrentPasswordCheck(context),
    passkeyCheck: createPasskeyCheck(context),
    dataDir: options.importConfig?.dataDir,
  };
  const { findViewer } = sessions;
  const findCaller = createTokenViewers(context, sessions);
  app.decorateRequest('viewer', undefined);
  const picksCache = createPicksCache(context);
  const scoring = createScoring({ clock, picksCache });
  const boards = createBoards(context, picksCache);
  const readCrowd = createCrowdReader(db);
  const scoredNights = createScoredNights(context);
  const cards = {
    findCard: createCardFinder(context, boards),
    images: createCardImages(app, context),
  };
  const findLiveDelta = createLiveDeltas(db, boards);
  const findNewPosts = createNewPostsFinder(db);
  const leagueBoards = createLeagueBoards(context, boards);
  const findLeagueBoard = createBoardFinder(db, leagueBoards);
  const { position } = await realtimeRoutes(app, context, findCaller, (change, listRecipients) => {
    const { topic, subjectId } = change;
    if (topic === 'newPost' && subjectId) return findNewPosts(subjectId);
    if (topic === 'leagueBoard' && subjectId) return findLeagueBoard(subjectId, listRecipients);
    return findLiveDelta(change);
  });
  await logEventLoopPressure(app);

  await app.register(
    async (api) => {
      installApiScope(api, { clock, findViewer: findCaller, publicUrl, disk });
      notifyUnknownCommits(api, bus);
      demoRoutes(api, context, demo);
      accountRoutes(api, context, security);
      accountDataRoutes(api, context, security);
      notificationRoutes(api, context);
      songRoutes(api, context, scoring);
      showRoutes(api, context, scoring);
      setlistRoutes(api, context, scoring);
      statisticsRoutes(api, context);
      oddsRoutes(api, context);
      housePlayerRoutes(api, context, scoredNights);
      predictionRoutes(api, context);
      scoringRoutes(api, context, picksCache);
      leaderboardRoutes(api, boards);
      leagueRoutes(api, context, { boards: leagueBoards, limits: leagueLimits });
      leagueTalkRoutes(api, context);
      fanRoutes(api, context, boards);
      fanSheetRoutes(api, context, boards);
      crowdRoutes(api, context, readCrowd);
      recapRoutes(api, context, { boards, readCrowd, scoredNights, images: cards.images });
      liveShowRoutes(api, context, boards);
      widgetRoutes(api, context, boards);
      blockRoutes(api, context);
      forumRoutes(api, context);
      moderationRoutes(api, context);
      scribeRoutes(api, context);
      shareRoutes(api, context, cards);
      calendarLinkRoutes(api, context);
      importRoutes(api, context, scoring, {
        onFailure: (err) => app.log.error({ err }, 'an import failed'),
        ...(options.importConfig ?? { dataDir: '.data' }),
      });
      exportRoutes(api, context);
      auditRoutes(api, context);
      webhookRoutes(api, context, options.webhookTargets);
      const { save } = backupRoutes(api, context, {
        folder: backups,
        dataDir: options.importConfig?.dataDir,
        freeBytes: options.freeBytes,
      });
      releaseRoutes(api);
      if (options.hasNightlyBackups) scheduleNightlyBackups(api, context, backups);
      setupRoutes(api, context, { scoring, saveBackup: save });
    },
    { prefix: API_PATH },
  );

  await app.register((pages) =>
    servePages(pages, context, {
      ...{ endpoints, cards, findViewer, position },
      metricsToken: options.metricsToken,
      firstScreenBudgetMs: options.firstScreenBudgetMs,
      prerendersAtStart: options.prerendersAtStart,
    }),
  );
  healthRoutes(app, db, shutdownSignal);
  startBackgroundJobs(app, context, options, { cards, scoring });
  return app;
}
