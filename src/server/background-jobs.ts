import type { FastifyInstance } from 'fastify';
import type { AppOptions } from './app-options.ts';
import type { Context, ShowScoring } from './context.ts';
import { runDemoPlayer } from './demo/player.ts';
import { startHousePlayers } from './house-players/start-house-players.ts';
import type { ResultCards } from './notifications/email-channel.ts';
import { runNotifications } from './notifications/run-notifications.ts';
import { runWebhooks } from './webhooks/run-webhooks.ts';

export function startBackgroundJobs(
  app: FastifyInstance,
  context: Context,
  options: AppOptions,
  { cards, scoring }: { cards: ResultCards; scoring: ShowScoring },
): void {
  const { residency, demo, demoFan } = options;
  if (options.hasNotifications) runNotifications(app, context, cards);
  if (options.hasWebhooks) {
    const webhooks = runWebhooks({ ...context, log: app.log }, options.webhookTargets);
    app.addHook('onClose', () => webhooks.close());
  }
  if (residency)
    runDemoPlayer(app, context, {
      ...{ scoring, residency },
      findVisitor: () => demo?.describe().username ?? demoFan,
    });
  if (options.hasHousePlayers) {
    const housePlayers = startHousePlayers(context, app.log);
    app.addHook('onClose', () => housePlayers.close());
  }
}
