import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  createWebhook,
  listWebhookDeliveries,
  listWebhooks,
  resendWebhookDelivery,
  testWebhook,
  updateWebhook,
  WEBHOOK_EVENTS,
  type Webhook,
  type WebhookDelivery,
} from '#contract/webhooks.ts';
import { ADMIN } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';
import { WebhooksPanel } from './webhooks-panel.tsx';

const WEBHOOK: Webhook = {
  id: '5a1c3d1e-0000-4000-8000-000000000001',
  url: 'https://bot.example/hook',
  description: 'Discord bot',
  events: [...WEBHOOK_EVENTS],
  createdAt: '2026-11-20T12:00:00.000Z',
  disabledAt: null,
  failingSince: null,
  waitingCount: 0,
};
const FAILED: WebhookDelivery = {
  id: '5a1c3d1e-0000-4000-8000-000000000002',
  event: 'show.live',
  createdAt: '2026-11-20T12:00:00.000Z',
  status: 'failed',
  attempts: 6,
  sendAfter: null,
  responseStatus: 500,
  response: 'Out of order',
};

async function openPanel(...webhooks: Webhook[]) {
  const site = createTestSite();
  site.respond(listWebhooks, webhooks);
  site.respond(listWebhookDeliveries, [FAILED]);
  await site.renderPart(<WebhooksPanel />, ADMIN);
  return site;
}

test('adds a webhook and shows its secret once', async () => {
  const site = await openPanel();
  await site.user.click(screen.getByRole('button', { name: 'Add a webhook' }));
  site.fill(screen.getByLabelText('URL'), WEBHOOK.url);
  await site.user.click(screen.getByLabelText('Song is played'));
  site.respond(createWebhook, { ...WEBHOOK, secret: 'whsec_abc' });
  site.respond(listWebhooks, [WEBHOOK]);
  await site.user.click(screen.getByRole('button', { name: 'Add' }));
  expect(await screen.findByLabelText("The webhook's secret")).toHaveProperty('value', 'whsec_abc');
  expect(site.listCalls(createWebhook)[0]?.body).toEqual({
    url: WEBHOOK.url,
    description: '',
    events: WEBHOOK_EVENTS.filter((event) => event !== 'setlist.added'),
  });
});

test('shows why a webhook is off, and turns it on', async () => {
  const day = '2026-11-25T12:00:00.000Z';
  const site = await openPanel({ ...WEBHOOK, disabledAt: day, failingSince: WEBHOOK.createdAt });
  screen.getByText(/every event failed for 5 days/);
  site.respond(updateWebhook, WEBHOOK);
  await site.user.click(screen.getByRole('button', { name: 'Turn on Discord bot' }));
  expect(site.listCalls(updateWebhook)[0]?.body).toEqual({
    isEnabled: true,
  });
});

test('asks before it turns off a webhook with waiting events', async () => {
  const site = await openPanel({ ...WEBHOOK, waitingCount: 3 });
  site.respond(updateWebhook, { ...WEBHOOK, disabledAt: WEBHOOK.createdAt });
  await site.user.click(screen.getByRole('button', { name: 'Turn off Discord bot' }));
  screen.getByText('3 events are waiting. Turning the webhook off drops them.');
  expect(site.listCalls(updateWebhook)).toEqual([]);
  await site.user.click(screen.getByRole('button', { name: 'Turn off' }));
  expect(site.listCalls(updateWebhook)[0]?.body).toEqual({ isEnabled: false });
});

test('reports a test event that was not accepted', async () => {
  const site = await openPanel(WEBHOOK);
  site.respond(testWebhook, { ...FAILED, event: 'test', responseStatus: 401 });
  await site.user.click(screen.getByRole('button', { name: 'Send test event to Discord bot' }));
  await site.expectToast('The test event was not accepted', 'Status 401');
});

test('lists the events with their outcome, and sends one again', async () => {
  const site = await openPanel(WEBHOOK);
  await site.user.click(screen.getByRole('button', { name: 'Log of Discord bot' }));
  const row = within(await screen.findByRole('list', { name: 'Events' }));
  row.getByText('Failed: status 500, 6 attempts');
  row.getByText('Out of order');
  site.respond(resendWebhookDelivery, { ...FAILED, status: 'sent' });
  await site.user.click(row.getByRole('button', { name: /^Send again: Show goes live/ }));
  expect(site.listCalls(resendWebhookDelivery)).toHaveLength(1);
});
