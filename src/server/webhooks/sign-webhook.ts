import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

export function createWebhookSecret(): string {
  return PREFIX + randomBytes(24).toString('base64');
}

/** Returns Standard Webhooks headers, with a signature per secret. */
export function signWebhook(
  { id, body, sentAt }: { id: string; body: string; sentAt: number },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(sentAt / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`);
    return `v1,${hmac.digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
