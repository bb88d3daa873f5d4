import { and, asc, count, desc, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { HOUR } from '#contract/durations.ts';
import * as contract from '#contract/webhooks.ts';
import type { Context } from '../context.ts';
import { webhookDeliveries, webhooks } from '../db/schema/webhooks.ts';
import type { Tx } from '../db/transaction.ts';
import { ApiError } from '../http/api-error.ts';
import { change, commit } from '../http/change.ts';
import { read } from '../http/read.ts';
import { notFound, route } from '../http/route.ts';
import { dropWaiting, type WebhookRow } from './deliveries.ts';
import { manualDeliveryRoutes, toDelivery } from './manual-deliveries.ts';
import { WEBHOOK_CHANGE } from './queue-event.ts';
import { PUBLIC_TARGETS, parseTarget, type WebhookTargets } from './send-webhook.ts';
import { createWebhookSecret } from './sign-webhook.ts';

export function webhookRoutes(
  app: FastifyInstance,
  context: Context,
  targets: WebhookTargets = PUBLIC_TARGETS,
): void {
  const { db, clock } = context;

  read(app, contract.listWebhooks, async () => {
    const rows = await db
      .select()
      .from(webhooks)
      .orderBy(asc(webhooks.createdAt), asc(webhooks.id));
    const waiting = await db
      .select({ id: webhookDeliveries.webhookId, events: count() })
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.status, 'waiting'))
      .groupBy(webhookDeliveries.webhookId);
    const counts = new Map(waiting.map(({ id, events }) => [id, events]));
    return rows.map((row) => toWebhook(row, counts.get(row.id)));
  });

  // The secret is created outside of the transaction, which may run again.
  route(app, contract.createWebhook, async (call) => {
    const { url, description, events } = call.body;
    parseTarget(url, targets);
    const secret = createWebhookSecret();
    const row = await commit(call, async ({ tx, record, changed }) => {
      // Serializes parallel requests, so that they can't exceed the maximum.
      await lockAll(tx);
      if ((await tx.$count(webhooks)) >= contract.MAX_WEBHOOKS)
        throw new ApiError(409, contract.TOO_MANY_WEBHOOKS);
      const [created] = await tx
        .insert(webhooks)
        .values({ url, description, events, secret, createdAt: new Date(clock()) })
        .returning();
      if (!created) throw new Error('The webhook insert returned no row.');
      await record({ action: 'webhook.create', subjectId: created.id, after: describe(created) });
      changed(WEBHOOK_CHANGE);
      return created;
    });
    return { ...toWebhook(row), secret };
  });

  change(app, contract.updateWebhook, async ({ params: { id }, body, tx, record, changed }) => {
    const { isEnabled, ...fields } = body;
    if (fields.url !== undefined) parseTarget(fields.url, targets);
    const before = await lockWebhook(tx, id);
    const switched =
      isEnabled === undefined || isEnabled === (before.disabledAt === null)
        ? {}
        : { disabledAt: isEnabled ? null : new Date(clock()), failingSince: null };
    const [after] = await tx
      .update(webhooks)
      .set({ ...fields, ...switched, id })
      .where(eq(webhooks.id, id))
      .returning();
    if (!after) throw notFound('Webhook');
    if (switched.disabledAt) await dropWaiting(tx, id);
    const waitingCount = await tx.$count(
      webhookDeliveries,
      and(eq(webhookDeliveries.webhookId, id), eq(webhookDeliveries.status, 'waiting')),
    );
    const [old, current] = [describe(before), describe(after)];
    if (before.url === after.url && JSON.stringify(old) === JSON.stringify(current))
      return toWebhook(after, waitingCount);
    await record({ action: 'webhook.update', subjectId: id, before: old, after: current });
    changed(WEBHOOK_CHANGE);
    return toWebhook(after, waitingCount);
  });

  route(app, contract.rotateWebhookSecret, async (call) => {
    const { id } = call.params;
    const secret = createWebhookSecret();
    const row = await commit(call, async ({ tx, record, changed }) => {
      const before = await lockWebhook(tx, id);
      const [rotated] = await tx
        .update(webhooks)
        .set({
          secret,
          previousSecret: before.secret,
          previousSecretEndsAt: new Date(clock() + contract.ROTATED_SECRET_HOURS * HOUR),
        })
        .where(eq(webhooks.id, id))
        .returning();
      if (!rotated) throw notFound('Webhook');
      const { host } = new URL(rotated.url);
      await record({ action: 'webhook.rotate-secret', subjectId: id, after: { host } });
      changed(WEBHOOK_CHANGE);
      return rotated;
    });
    const waitingCount = await db.$count(
      webhookDeliveries,
      and(eq(webhookDeliveries.webhookId, id), eq(webhookDeliveries.status, 'waiting')),
    );
    return { ...toWebhook(row, waitingCount), secret };
  });

  change(app, contract.deleteWebhook, async ({ params: { id }, tx, record, changed }) => {
    const [deleted] = await tx.delete(webhooks).where(eq(webhooks.id, id)).returning();
    if (!deleted) throw notFound('Webhook');
    await record({ action: 'webhook.delete', subjectId: id, before: describe(deleted) });
    changed(WEBHOOK_CHANGE);
    return undefined;
  });

  read(app, contract.listWebhookDeliveries, async ({ params: { id } }) => {
    if ((await db.$count(webhooks, eq(webhooks.id, id))) === 0) throw notFound('Webhook');
    const rows = await db
      .select()
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.webhookId, id))
      .orderBy(desc(webhookDeliveries.number))
      .limit(contract.WEBHOOK_LOG_ROWS);
    return rows.map(toDelivery);
  });

  manualDeliveryRoutes(app, context, targets);
}

async function lockAll(tx: Tx): Promise<void> {
  await tx.execute("select pg_advisory_xact_lock(hashtext('called-it.webhooks'))");
}

async function lockWebhook(tx: Tx, id: string): Promise<WebhookRow> {
  const [row] = await tx.select().from(webhooks).where(eq(webhooks.id, id)).for('update');
  if (!row) throw notFound('Webhook');
  return row;
}

/** Omits the URL's path, which may contain a secret. */
function describe({ url, description, events, disabledAt }: WebhookRow) {
  const { host } = new URL(url);
  return { host, description, events: events.join(', '), isOn: disabledAt === null };
}

function toWebhook(row: WebhookRow, waitingCount = 0): contract.Webhook {
  const { id, url, description, events } = row;
  return {
    ...{ id, url, description, events, waitingCount },
    createdAt: row.createdAt.toISOString(),
    disabledAt: row.disabledAt?.toISOString() ?? null,
    failingSince: row.failingSince?.toISOString() ?? null,
  };
}
