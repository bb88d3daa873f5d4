import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/webhooks.ts';
import type { Context } from '../context.ts';
import { webhookDeliveries, webhooks } from '../db/schema/webhooks.ts';
import type { Tx } from '../db/transaction.ts';
import { ApiError } from '../http/api-error.ts';
import { commit } from '../http/change.ts';
import { notFound, route } from '../http/route.ts';
import {
  type ClaimedDelivery,
  claim,
  type DeliveryRow,
  isClaimed,
  recordAttempt,
  type WebhookRow,
} from './deliveries.ts';
import { WEBHOOK_CHANGE } from './queue-event.ts';
import { sendWebhook, type WebhookTargets } from './send-webhook.ts';

/** Sends events immediately, once, and out of order. */
export function manualDeliveryRoutes(
  app: FastifyInstance,
  { clock }: Context,
  targets: WebhookTargets,
): void {
  route(app, contract.testWebhook, async (call) => {
    const { id } = call.params;
    const claimed = await commit(call, async ({ tx, record, changed }) => {
      const webhook = await requireEnabled(tx, id);
      const createdAt = new Date(clock());
      const body = JSON.stringify({
        ...{ type: contract.WEBHOOK_TEST_EVENT, timestamp: createdAt.toISOString(), data: {} },
      });
      const [row] = await tx
        .insert(webhookDeliveries)
        .values({
          ...{ webhookId: id, event: contract.WEBHOOK_TEST_EVENT, body },
          ...{ createdAt, sendAfter: createdAt },
        })
        .returning();
      if (!row) throw new Error('The event insert returned no row.');
      await record({ action: 'webhook.test', subjectId: id, after: describe(webhook, row) });
      changed(WEBHOOK_CHANGE);
      return { webhook, delivery: await claim(tx, row, clock()) };
    });
    return attempt(call, claimed);
  });

  route(app, contract.resendWebhookDelivery, async (call) => {
    const { id, deliveryId } = call.params;
    const claimed = await commit(call, async ({ tx, record }) => {
      const webhook = await requireEnabled(tx, id);
      const [row] = await tx
        .select()
        .from(webhookDeliveries)
        .where(and(eq(webhookDeliveries.id, deliveryId), eq(webhookDeliveries.webhookId, id)));
      if (!row) throw notFound('Event');
      if (row.status === 'waiting') throw new ApiError(409, contract.WEBHOOK_IS_WAITING);
      if (isClaimed(row, clock())) throw new ApiError(409, contract.WEBHOOK_IS_SENDING);
      await record({ action: 'webhook.resend', subjectId: id, after: describe(webhook, row) });
      return { webhook, delivery: await claim(tx, row, clock()) };
    });
    return attempt(call, claimed);
  });

  async function attempt(
    call: Parameters<typeof commit>[0],
    claimed: ClaimedDelivery,
  ): Promise<contract.WebhookDelivery> {
    const outcome = await sendWebhook(claimed, { targets, now: clock() });
    const options = { now: clock(), isManual: true };
    const row = await commit(call, (scope) => recordAttempt(scope, claimed, outcome, options));
    if (!row) throw notFound('Event');
    return toDelivery(row);
  }
}

function describe({ url }: WebhookRow, { event }: DeliveryRow) {
  return { host: new URL(url).host, event };
}

async function requireEnabled(tx: Tx, id: string): Promise<WebhookRow> {
  const [row] = await tx.select().from(webhooks).where(eq(webhooks.id, id)).for('no key update');
  if (!row) throw notFound('Webhook');
  if (row.disabledAt) throw new ApiError(409, contract.WEBHOOK_IS_OFF);
  return row;
}

export function toDelivery(row: DeliveryRow): contract.WebhookDelivery {
  const { id, event, status, attempts, responseStatus, response } = row;
  return {
    ...{ id, event, status, attempts, responseStatus, response },
    createdAt: row.createdAt.toISOString(),
    sendAfter: status === 'waiting' ? row.sendAfter.toISOString() : null,
  };
}
