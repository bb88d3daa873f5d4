import { and, asc, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { DAY, HOUR, MINUTE } from '#contract/durations.ts';
import { WEBHOOK_FAILURE_DAYS, WEBHOOK_LOG_DAYS } from '#contract/webhooks.ts';
import type { ChangeScope } from '../changes/run-change.ts';
import type { Db } from '../db/open.ts';
import { webhookDeliveries, webhooks } from '../db/schema/webhooks.ts';
import type { Tx } from '../db/transaction.ts';
import { WEBHOOK_CHANGE } from './queue-event.ts';

export type WebhookRow = typeof webhooks.$inferSelect;
export type DeliveryRow = typeof webhookDeliveries.$inferSelect;

export interface ClaimedDelivery {
  webhook: WebhookRow;
  delivery: DeliveryRow;
}

export interface Attempt {
  isAccepted: boolean;
  responseStatus: number | null;
  response: string | null;
}

const RETRY_DELAYS_MS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 8 * HOUR];

/** Longer than an attempt. Afterwards, the server that claimed the event counts as dead. */
const CLAIM_MS = MINUTE;

const MAX_LOGGED = 500;

/** Returns the webhooks with an event that may be due. */
export async function findDueWebhooks(db: Db, now: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: webhookDeliveries.webhookId })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(
      and(
        isNull(webhooks.disabledAt),
        eq(webhookDeliveries.status, 'waiting'),
        lte(webhookDeliveries.sendAfter, new Date(now)),
      ),
    );
  return rows.map(({ id }) => id);
}

/** Claims the oldest waiting event, so that events arrive in order. Commits before it is sent. */
export async function claimDelivery(
  db: Db,
  webhookId: string,
  now: number,
): Promise<ClaimedDelivery | undefined> {
  return db.transaction(async (tx) => {
    // Locks the webhook, so that only one server sends its events at a time.
    const [webhook] = await tx
      .select()
      .from(webhooks)
      .where(and(eq(webhooks.id, webhookId), isNull(webhooks.disabledAt)))
      .for('no key update', { skipLocked: true });
    if (!webhook) return undefined;
    const [next] = await tx
      .select()
      .from(webhookDeliveries)
      .where(isWaiting(webhookId))
      .orderBy(asc(webhookDeliveries.number))
      .limit(1);
    if (!next || next.sendAfter.getTime() > now || isClaimed(next, now)) return undefined;
    return { webhook, delivery: await claim(tx, next, now) };
  });
}

export function isClaimed({ claimedAt }: DeliveryRow, now: number): boolean {
  return claimedAt !== null && claimedAt.getTime() > now - CLAIM_MS;
}

export async function claim(tx: Tx, { id }: DeliveryRow, now: number): Promise<DeliveryRow> {
  const [row] = await tx
    .update(webhookDeliveries)
    .set({ claimedAt: new Date(now), attempts: sql`${webhookDeliveries.attempts} + 1` })
    .where(eq(webhookDeliveries.id, id))
    .returning();
  if (!row) throw new Error('The claimed event was not found.');
  return row;
}

export async function releaseDelivery(db: Db, delivery: DeliveryRow): Promise<void> {
  await db
    .update(webhookDeliveries)
    .set({ claimedAt: null, attempts: delivery.attempts - 1 })
    .where(isSameClaim(delivery));
}

/**
 * Does nothing if another server has claimed the event since. A manual attempt isn't repeated, but
 * its success makes the waiting events due.
 */
export async function recordAttempt(
  scope: ChangeScope,
  { webhook, delivery }: ClaimedDelivery,
  { isAccepted, responseStatus, response }: Attempt,
  { now, isManual = false }: { now: number; isManual?: boolean },
): Promise<DeliveryRow | undefined> {
  const { tx, changed } = scope;
  // Other changes lock a webhook before its events too.
  await lockWebhook(tx, webhook.id);
  const delay = isManual ? undefined : RETRY_DELAYS_MS[delivery.attempts - 1];
  const next = isAccepted
    ? ({ status: 'sent' } as const)
    : delay !== undefined
      ? { sendAfter: new Date(now + delay) }
      : // An event that was accepted once stays sent.
        ({ status: delivery.status === 'sent' ? 'sent' : 'failed' } as const);
  const [row] = await tx
    .update(webhookDeliveries)
    .set({ ...next, claimedAt: null, responseStatus, response })
    .where(isSameClaim(delivery))
    .returning();
  if (!row) return undefined;
  if (isAccepted) {
    await tx.update(webhooks).set({ failingSince: null }).where(eq(webhooks.id, webhook.id));
    if (isManual)
      await tx
        .update(webhookDeliveries)
        .set({ sendAfter: new Date(now) })
        .where(isWaiting(webhook.id));
  } else if (!isManual)
    await recordFailure(scope, webhook.id, { now, isLast: delay === undefined });
  changed(WEBHOOK_CHANGE);
  return row;
}

async function lockWebhook(tx: Tx, id: string): Promise<void> {
  await tx
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(eq(webhooks.id, id))
    .for('no key update');
}

/** After the last attempt, turns off a webhook that failed for days and drops its events. */
async function recordFailure(
  { tx, record }: ChangeScope,
  webhookId: string,
  { now, isLast }: { now: number; isLast: boolean },
): Promise<void> {
  const [webhook] = await tx
    .update(webhooks)
    .set({ failingSince: sql`coalesce(${webhooks.failingSince}, ${new Date(now).toISOString()})` })
    .where(eq(webhooks.id, webhookId))
    .returning();
  const since = webhook?.failingSince?.getTime() ?? now;
  const hasFailedForDays = isLast && now - since >= WEBHOOK_FAILURE_DAYS * DAY;
  if (!webhook || webhook.disabledAt || !hasFailedForDays) return;
  await tx
    .update(webhooks)
    .set({ disabledAt: new Date(now) })
    .where(eq(webhooks.id, webhookId));
  await dropWaiting(tx, webhookId);
  const { host } = new URL(webhook.url);
  await record({ action: 'webhook.fail', subjectId: webhookId, actorId: null, after: { host } });
}

export async function dropWaiting(tx: Tx, webhookId: string): Promise<void> {
  await tx.update(webhookDeliveries).set({ status: 'failed' }).where(isWaiting(webhookId));
}

/** Deletes old events that aren't waiting, and all but the newest of each webhook. */
export async function pruneDeliveries(db: Db, now: number): Promise<void> {
  const { id, webhookId, number, status, createdAt } = webhookDeliveries;
  const ranked = db.$with('ranked').as(
    db
      .select({
        id,
        place:
          sql<number>`row_number() over (partition by ${webhookId} order by ${number} desc)`.as(
            'place',
          ),
      })
      .from(webhookDeliveries)
      .where(sql`${status} <> 'waiting'`),
  );
  const isOld = lte(createdAt, new Date(now - WEBHOOK_LOG_DAYS * DAY));
  const isSurplus = sql`${id} in (select id from ${ranked} where place > ${MAX_LOGGED})`;
  await db
    .with(ranked)
    .delete(webhookDeliveries)
    .where(and(sql`${status} <> 'waiting'`, or(isOld, isSurplus)));
}

const isWaiting = (webhookId: string) =>
  and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.status, 'waiting'));

const isSameClaim = ({ id, attempts }: DeliveryRow) =>
  and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.attempts, attempts));
