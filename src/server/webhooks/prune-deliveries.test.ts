import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { DAY } from '#contract/durations.ts';
import { openTestApp } from '../../../tests/support/test-app.ts';
import { createWebhookApi } from '../../../tests/support/webhook-receiver.ts';
import { webhookDeliveries } from '../db/schema/webhooks.ts';
import { pruneDeliveries } from './deliveries.ts';

it('deletes old events that are not waiting, and keeps the newest 500', async () => {
  const app = await openTestApp();
  onTestFinished(() => app.close());
  const { db } = app.database;
  const api = createWebhookApi(app);
  const webhook = await api.add({ url: 'https://example.org' });
  const busy = await api.add({ url: 'https://example.org' });
  const insert = (webhookId: string, status: 'sent' | 'waiting', age: number, rows = 1) => {
    const createdAt = new Date(app.clock.now - age);
    const fields = { webhookId, event: 'show.live', body: '{}', status, createdAt };
    return db
      .insert(webhookDeliveries)
      .values(
        Array.from({ length: rows }, () => ({ ...fields, id: randomUUID(), sendAfter: createdAt })),
      );
  };
  await insert(webhook.id, 'sent', 31 * DAY);
  await insert(webhook.id, 'sent', 29 * DAY);
  await insert(webhook.id, 'waiting', 31 * DAY);
  await insert(busy.id, 'sent', 0, 505);
  await pruneDeliveries(db, app.clock.now);
  const countRows = ({ id }: { id: string }) =>
    db.$count(webhookDeliveries, eq(webhookDeliveries.webhookId, id));
  expect([await countRows(webhook), await countRows(busy)]).toEqual([2, 500]);
});
