import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { openapiRoutes } from './api-docs/openapi.ts';
import { calendarFileRoutes } from './calendar/file-routes.ts';
import type { Context } from './context.ts';
import { cspReportRoutes } from './http/csp-reports.ts';
import { installPageHeaders } from './http/security-headers.ts';
import { metricsRoute } from './http/serve-metrics.ts';
import type { FindViewer } from './http/viewer.ts';
import { unsubscribeRoutes } from './notifications/unsubscribe-page.ts';
import { iconRoutes } from './pages/icons.ts';
import { webFiles } from './pages/web-files.ts';
import { resultsFeedRoute } from './results-feed/feed-routes.ts';
import type { CardImages } from './shares/card-images.ts';
import type { CardFinder } from './shares/find-card.ts';
import { publicRoutes } from './shares/public-routes.ts';
import { embedPageRoute } from './widget/embed-page.ts';

export async function servePages(
  app: FastifyInstance,
  context: Context,
  options: {
    endpoints: ReadonlySet<Endpoint>;
    cards: { findCard: CardFinder; images: CardImages };
    findViewer: FindViewer;
    position: () => string;
    metricsToken: string | undefined;
    firstScreenBudgetMs: number | undefined;
    prerendersAtStart: boolean | undefined;
  },
): Promise<void> {
  const { band, publicUrl, metrics } = context;
  const { endpoints, cards, metricsToken, ...webOptions } = options;
  installPageHeaders(app, publicUrl?.startsWith('https:') ?? false);
  if (metrics && metricsToken !== undefined) metricsRoute(app, metrics, metricsToken);
  await openapiRoutes(app, { band, publicUrl, endpoints });
  publicRoutes(app, context, cards);
  calendarFileRoutes(app, context);
  resultsFeedRoute(app, context);
  embedPageRoute(app, context);
  await unsubscribeRoutes(app, context);
  cspReportRoutes(app);
  iconRoutes(app, band);
  await webFiles(app, { band, publicUrl, ...webOptions });
}
