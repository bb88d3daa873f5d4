import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { createWebhookSecret, signWebhook } from './sign-webhook.ts';

test('signs ID, timestamp and body with the key in the secret', () => {
  const key = Buffer.from('an administrator sees it once');
  const secret = `whsec_${key.toString('base64')}`;
  const message = { id: 'msg_1', body: '{"é":1}', sentAt: 1_614_265_330_999 };
  const signature = createHmac('sha256', key).update('msg_1.1614265330.{"é":1}').digest('base64');
  expect(signWebhook(message, [secret])).toEqual({
    'webhook-id': 'msg_1',
    'webhook-timestamp': '1614265330',
    'webhook-signature': `v1,${signature}`,
  });
});

test('creates random secrets of 24 bytes, and signs with every given secret', () => {
  const secrets = [createWebhookSecret(), createWebhookSecret()];
  for (const secret of secrets) expect(secret).toMatch(/^whsec_[\w+/]{32}$/);
  const list = signWebhook({ id: 'a', body: '', sentAt: 0 }, secrets)['webhook-signature'] ?? '';
  expect(new Set(list.split(' ')).size).toBe(2);
});
