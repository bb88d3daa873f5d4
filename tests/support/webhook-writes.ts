import { WEBHOOK_EVENTS } from '#contract/webhooks.ts';
import type { Subjects } from './season.ts';
import type { Caller, TestResponse } from './test-app.ts';
import { repeatStep, type Step } from './write-step.ts';

/**
 * The first steps must precede the writes of setlists. The webhook's address isn't public, so
 * nothing is sent.
 */
export function listWebhookWrites({ admin, subjects }: { admin: Caller; subjects: Subjects }) {
  let id = '';
  let deliveryId = '';
  const body = { url: 'https://127.0.0.1/hook', events: WEBHOOK_EVENTS };
  const params = () => ({ id });
  const create: Step[] = [
    [
      'createWebhook',
      'adding a webhook',
      () => ({
        ...{ caller: admin, body },
        onResponse: (response: TestResponse) => {
          ({ id } = response.json());
          subjects.webhooks.push(id);
        },
      }),
    ],
    ...repeatStep([
      'updateWebhook',
      'describing the webhook',
      () => ({ caller: admin, params: params(), body: { description: 'A bot' } }),
    ]),
    [
      'rotateWebhookSecret',
      "replacing the webhook's secret",
      () => ({ caller: admin, params: params() }),
    ],
    [
      'testWebhook',
      'sending a test event',
      () => ({
        ...{ caller: admin, params: params() },
        onResponse: (response: TestResponse) => {
          deliveryId = response.json().id;
        },
      }),
    ],
    [
      'resendWebhookDelivery',
      'sending it again',
      () => ({ caller: admin, params: { id, deliveryId } }),
    ],
  ];
  const remove: Step[] = [
    ['deleteWebhook', 'deleting the webhook', () => ({ caller: admin, params: params() })],
  ];
  return { create, remove };
}
