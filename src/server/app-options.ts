import type { FastifyServerOptions } from 'fastify';
import type { LeagueLimits } from '#contract/leagues.ts';
import type { BackupsFolder } from './backups/backups-folder.ts';
import type { OpenBandPack } from './catalog/band-pack/band-pack.ts';
import type { ImportConfig } from './catalog/imports/runs/open-import.ts';
import type { Bus } from './changes/bus.ts';
import type { Db } from './db/open.ts';
import type { RunningDemo } from './demo/demo.ts';
import type { Residency } from './demo/residency.ts';
import type { Mailer, Smtp } from './mail/mailer.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { WebhookTargets } from './webhooks/send-webhook.ts';

export interface AppOptions {
  db: Db;
  bandPack: OpenBandPack;
  publicUrl?: string | undefined;
  trustProxy?: NonNullable<FastifyServerOptions['trustProxy']>;
  clock?: () => number;
  bus?: Bus;
  redisUrl?: string | undefined;
  shutdownSignal?: AbortSignal;
  logger?: FastifyServerOptions['logger'];
  backups?: BackupsFolder;
  importConfig?: ImportConfig;
  smtp?: Smtp | undefined;
  mailer?: Mailer | undefined;
  leagueLimits?: LeagueLimits;
  hasNotifications?: boolean;
  hasWebhooks?: boolean;
  /** Where webhooks may be sent. Only tests set it: the default is HTTPS to public addresses. */
  webhookTargets?: WebhookTargets;
  hasNightlyBackups?: boolean;
  hasHousePlayers?: boolean;
  demo?: RunningDemo | undefined;
  /** Only on a demo, which plays its shows automatically. */
  residency?: Residency | undefined;
  /** The username of the fan that visitors of a demo without resets sign in as. */
  demoFan?: string | undefined;
  /** Unset for an external database, whose disk is not checked. */
  freeBytes?: () => Promise<number>;
  /** Milliseconds within which a complete request must arrive. */
  requestTimeout?: number;
  metrics?: Metrics | undefined;
  metricsToken?: string | undefined;
  firstScreenBudgetMs?: number | undefined;
  /** For an app that will listen, so that the first visitor doesn't have to wait. */
  prerendersAtStart?: boolean;
}
