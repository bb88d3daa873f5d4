import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runChange } from '#server/changes/run-change.ts';
import { waitForLockWaits } from '../../../tests/support/lock-waits.ts';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour } from '../../../tests/support/tour.ts';
import { createWebhookApi } from '../../../tests/support/webhook-receiver.ts';
import { webhookDeliveries, webhooks } from '../db/schema/webhooks.ts';
import { claimDelivery, recordAttempt } from './deliveries.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

function defer() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return [() => resolve(), promise] as const;
}

async function claimEvent() {
  const webhook = await createWebhookApi(app).add({ url: 'https://example.org' });
  const tour = planTour(app);
  await tour.setStatus(await tour.addShow(), 'live');
  const claimed = await claimDelivery(app.database.db, webhook.id, app.clock.now);
  if (!claimed) throw new Error('No event was claimed.');
  return claimed;
}

it('does not count a failed manual attempt as the start of a failure', async () => {
  const { db } = app.database;
  const claimed = await claimEvent();
  const attempt = { isAccepted: false, responseStatus: 502, response: '' };
  await runChange(db, null, (scope) =>
    recordAttempt(scope, claimed, attempt, { now: app.clock.now, isManual: true }),
  );
  const [webhook] = await db.select().from(webhooks).where(eq(webhooks.id, claimed.webhook.id));
  expect(webhook).toMatchObject({ disabledAt: null, failingSince: null });
  const path = `/api/admin/webhooks/${claimed.webhook.id}/deliveries`;
  expect((await app.admin.get(path)).json()).toMatchObject([{ status: 'failed' }]);
});

it('locks a webhook before its events, like turning it off does', async () => {
  const { db } = app.database;
  const claimed = await claimEvent();
  const attempt = { isAccepted: true, responseStatus: 204, response: '' };
  const [start, started] = defer();
  const [resume, resumed] = defer();
  const turningOff = db.transaction(async (tx) => {
    await tx.select().from(webhooks).where(eq(webhooks.id, claimed.webhook.id)).for('update');
    start();
    await resumed;
    return tx
      .select()
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.id, claimed.delivery.id))
      .for('update', { skipLocked: true });
  });
  await started;
  const recording = runChange(db, null, (scope) =>
    recordAttempt(scope, claimed, attempt, { now: app.clock.now }),
  );
  await waitForLockWaits(db);
  resume();
  expect(await turningOff).toHaveLength(1);
  expect((await recording).result).toMatchObject({ status: 'sent' });
});
