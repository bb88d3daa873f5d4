import { z } from 'zod';
import { hasNoUserInfo } from './band.ts';
import { endpoint, hasChanges, id, idParams, NOTHING_TO_CHANGE } from './endpoint.ts';

export const MAX_WEBHOOKS = 10;
export const WEBHOOK_LENGTHS = { url: 500, description: 100, response: 500 } as const;
export const WEBHOOK_LOG_ROWS = 50;
export const WEBHOOK_LOG_DAYS = 30;
/** A webhook that has failed for this long is turned off. */
export const WEBHOOK_FAILURE_DAYS = 5;
export const ROTATED_SECRET_HOURS = 24;

export const TOO_MANY_WEBHOOKS = `There are ${MAX_WEBHOOKS} webhooks. Delete one first.`;
export const WEBHOOK_NEEDS_HTTPS = 'The URL must start with https://';
export const WEBHOOK_IS_OFF = 'This webhook is off. Turn it on first.';
export const WEBHOOK_IS_WAITING = 'This event is still waiting to be sent.';
export const WEBHOOK_IS_SENDING = 'This event is already being sent.';

export const WEBHOOK_EVENTS = [
  'show.live',
  'show.closed',
  'show.changed',
  'setlist.added',
  'setlist.changed',
  'setlist.corrected',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export const WEBHOOK_TEST_EVENT = 'test';

export const WEBHOOK_DELIVERY_STATUSES = ['waiting', 'sent', 'failed'] as const;

const events = z
  .array(z.enum(WEBHOOK_EVENTS))
  .min(1, 'Choose at least one event')
  .max(WEBHOOK_EVENTS.length)
  .transform((chosen) => WEBHOOK_EVENTS.filter((event) => chosen.includes(event)));

const webhookFields = z.object({
  url: z
    .url({ protocol: /^https?$/, error: WEBHOOK_NEEDS_HTTPS })
    .max(WEBHOOK_LENGTHS.url)
    .refine(hasNoUserInfo, 'The URL must not contain a username or password'),
  description: z.string().trim().max(WEBHOOK_LENGTHS.description),
  events,
});

export const webhook = z
  .object({
    id: z.uuid(),
    url: z.string(),
    description: z.string(),
    events: z.array(z.enum(WEBHOOK_EVENTS)),
    createdAt: z.iso.datetime(),
    /** Null while it is on. */
    disabledAt: z.iso.datetime().nullable(),
    /** The time since which every attempt has failed; null after a success. */
    failingSince: z.iso.datetime().nullable(),
    waitingCount: z.int(),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.output<typeof webhook>;

const webhookWithSecret = webhook.extend({
  /** 'whsec_' and a key in base64, as in Standard Webhooks. */
  secret: z.string(),
});

export const webhookDelivery = z
  .object({
    id: z.uuid(),
    event: z.string(),
    createdAt: z.iso.datetime(),
    status: z.enum(WEBHOOK_DELIVERY_STATUSES),
    attempts: z.int(),
    /** The next attempt, while it waits. */
    sendAfter: z.iso.datetime().nullable(),
    /** Null if the last attempt got no response. */
    responseStatus: z.int().nullable(),
    response: z.string().nullable(),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.output<typeof webhookDelivery>;

export const listWebhooks = endpoint('listWebhooks', {
  method: 'GET',
  path: '/api/admin/webhooks',
  tag: 'webhooks',
  who: 'admin',
  summary: 'List the webhooks, oldest first',
  status: 200,
  returns: z.array(webhook),
  dependsOn: ['webhook'],
});

export const createWebhook = endpoint('createWebhook', {
  method: 'POST',
  path: '/api/admin/webhooks',
  tag: 'webhooks',
  who: 'admin',
  needsFreshSignIn: true,
  summary: 'Add a webhook; only this response has its secret',
  body: webhookFields.extend({ description: webhookFields.shape.description.default('') }),
  status: 201,
  returns: webhookWithSecret,
});

export const updateWebhook = endpoint('updateWebhook', {
  method: 'PATCH',
  path: '/api/admin/webhooks/{id}',
  tag: 'webhooks',
  who: 'admin',
  needsFreshSignIn: true,
  summary: 'Change a webhook, or turn it on or off',
  params: idParams,
  body: webhookFields
    .partial()
    .extend({ isEnabled: z.boolean().optional() })
    .refine(hasChanges, NOTHING_TO_CHANGE),
  status: 200,
  returns: webhook,
});

export const deleteWebhook = endpoint('deleteWebhook', {
  method: 'DELETE',
  path: '/api/admin/webhooks/{id}',
  tag: 'webhooks',
  who: 'admin',
  summary: 'Delete a webhook with its log and the events that it has not sent',
  params: idParams,
  status: 204,
});

export const rotateWebhookSecret = endpoint('rotateWebhookSecret', {
  method: 'POST',
  path: '/api/admin/webhooks/{id}/secret',
  tag: 'webhooks',
  who: 'admin',
  needsFreshSignIn: true,
  summary: 'Rotate the secret; for a day, requests are signed with both',
  params: idParams,
  status: 200,
  returns: webhookWithSecret,
});

export const testWebhook = endpoint('testWebhook', {
  method: 'POST',
  path: '/api/admin/webhooks/{id}/test',
  tag: 'webhooks',
  who: 'admin',
  summary: 'Send a test event now; if it is accepted, waiting events are sent next',
  params: idParams,
  status: 200,
  returns: webhookDelivery,
});

export const listWebhookDeliveries = endpoint('listWebhookDeliveries', {
  method: 'GET',
  path: '/api/admin/webhooks/{id}/deliveries',
  tag: 'webhooks',
  who: 'admin',
  summary: `List the last ${WEBHOOK_LOG_ROWS} events of a webhook, newest first`,
  params: idParams,
  status: 200,
  returns: z.array(webhookDelivery),
  dependsOn: ['webhook'],
});

export const resendWebhookDelivery = endpoint('resendWebhookDelivery', {
  method: 'POST',
  path: '/api/admin/webhooks/{id}/deliveries/{deliveryId}/resend',
  tag: 'webhooks',
  who: 'admin',
  summary: 'Send an event again now, with its original ID',
  params: z.object({ id: id('Not found'), deliveryId: id('Not found') }),
  status: 200,
  returns: webhookDelivery,
});
