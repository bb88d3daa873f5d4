import type { FastifyBaseLogger } from 'fastify';
import { HOUR, SECOND } from '#contract/durations.ts';
import { runAndPublish } from '../changes/run-change.ts';
import type { Context } from '../context.ts';
import {
  claimDelivery,
  findDueWebhooks,
  pruneDeliveries,
  recordAttempt,
  releaseDelivery,
} from './deliveries.ts';
import { PUBLIC_TARGETS, sendWebhook, type WebhookTargets } from './send-webhook.ts';

type WorkerContext = Pick<Context, 'db' | 'bus' | 'clock' | 'disk'> & {
  log: Pick<FastifyBaseLogger, 'error'>;
};

const INTERVAL_MS = 10 * SECOND;

/** Runs on every server. A slow receiver delays only its own events. */
export function runWebhooks(context: WorkerContext, targets: WebhookTargets = PUBLIC_TARGETS) {
  const { db, bus, clock, disk, log } = context;
  const closing = new AbortController();
  const { signal } = closing;
  const running = new Map<string, Promise<void>>();
  const pendingWebhookIds = new Set<string>();
  let checks: Promise<void> = Promise.resolve();
  let isCheckPending = false;
  let prunedAt = Number.NEGATIVE_INFINITY;
  const logFailure = (err: unknown) => {
    if (!signal.aborted) log.error({ err }, 'failed to send webhooks');
  };

  async function drain(webhookId: string): Promise<void> {
    for (;;) {
      if (signal.aborted) return;
      const claimed = await claimDelivery(db, webhookId, clock());
      if (!claimed) return;
      const { delivery } = claimed;
      const attempt = await sendWebhook(claimed, { targets, now: clock(), signal }).catch(
        () => undefined,
      );
      // The server is closing. Another server sends the event, or this one after a restart.
      if (!attempt) return releaseDelivery(db, delivery);
      await runAndPublish({ db, bus }, null, (scope) =>
        recordAttempt(scope, claimed, attempt, { now: clock() }),
      );
    }
  }

  function start(webhookId: string): void {
    // The current run may have just made its last check.
    if (running.has(webhookId)) return void pendingWebhookIds.add(webhookId);
    const run = drain(webhookId)
      .catch(logFailure)
      .finally(() => {
        running.delete(webhookId);
        if (pendingWebhookIds.delete(webhookId) && !signal.aborted) start(webhookId);
      });
    running.set(webhookId, run);
  }

  async function startDue(): Promise<void> {
    isCheckPending = false;
    // Without space for the outcome, an event would be sent repeatedly.
    if (signal.aborted || (await disk.isFull())) return;
    for (const webhookId of await findDueWebhooks(db, clock())) start(webhookId);
    if (clock() - prunedAt < HOUR) return;
    prunedAt = clock();
    await pruneDeliveries(db, clock());
  }

  const checkForDueEvents = () => {
    if (isCheckPending) return;
    isCheckPending = true;
    checks = checks.then(startDue).catch(logFailure);
  };
  const unsubscribe = bus.subscribe((changes) => {
    if (changes.some(({ topic }) => topic === 'webhook')) checkForDueEvents();
  });
  const timer = setInterval(checkForDueEvents, INTERVAL_MS).unref();

  return {
    /** Resolves when all due events have been attempted. */
    async sendDue(): Promise<void> {
      checkForDueEvents();
      await checks;
      while (running.size > 0) await Promise.all(running.values());
    },
    async close(): Promise<void> {
      clearInterval(timer);
      unsubscribe();
      closing.abort();
      await checks;
      await Promise.all(running.values());
    },
  };
}
