import type { IncomingMessage } from 'node:http';
import { SECOND } from '#contract/durations.ts';
import { WEBHOOK_LENGTHS, WEBHOOK_NEEDS_HTTPS } from '#contract/webhooks.ts';
import { ApiError } from '../http/api-error.ts';
import { type MayConnect, requestPublic } from '../outgoing/fetch-public.ts';
import { isPublicAddress } from '../outgoing/public-address.ts';
import type { Attempt, ClaimedDelivery } from './deliveries.ts';
import { signWebhook } from './sign-webhook.ts';

/** Where webhooks may go, and for how long. Only tests replace the default. */
export interface WebhookTargets {
  mayConnect: MayConnect;
  allowHttp: boolean;
  timeoutMs: number;
}

export const PUBLIC_TARGETS: WebhookTargets = {
  ...{ mayConnect: isPublicAddress, allowHttp: false, timeoutMs: 5 * SECOND },
};

const MAX_RESPONSE_BYTES = 2_000;

/** Also resolves if the receiver is unreachable. Rejects only if `signal` is aborted. */
export async function sendWebhook(
  { webhook, delivery }: ClaimedDelivery,
  { targets, now, signal }: { targets: WebhookTargets; now: number; signal?: AbortSignal },
): Promise<Attempt> {
  const { body, id } = delivery;
  const isOldValid = webhook.previousSecretEndsAt && webhook.previousSecretEndsAt.getTime() > now;
  const oldSecret = isOldValid ? webhook.previousSecret : null;
  const secrets = oldSecret ? [webhook.secret, oldSecret] : [webhook.secret];
  const timeout = AbortSignal.timeout(targets.timeoutMs);
  try {
    const url = parseTarget(webhook.url, targets);
    const response = await requestPublic(url, {
      ...{ method: 'POST', body, mayConnect: targets.mayConnect },
      headers: {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'accept-encoding': 'identity',
        'user-agent': 'called-it-webhooks',
        ...signWebhook({ id, body, sentAt: now }, secrets),
      },
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    });
    const { statusCode: responseStatus = 0 } = response;
    const isAccepted = responseStatus >= 200 && responseStatus < 300;
    return { isAccepted, responseStatus, response: await readStart(response) };
  } catch (error) {
    if (signal?.aborted) throw error;
    const reason = timeout.aborted
      ? `No response within ${targets.timeoutMs / SECOND} seconds`
      : describeError(error);
    return { isAccepted: false, responseStatus: null, response: reason.slice(0, MAX_STORED) };
  }
}

/** Throws 400 for a URL that starts with http://. */
export function parseTarget(text: string, { allowHttp }: WebhookTargets): URL {
  const url = new URL(text);
  if (url.protocol !== 'https:' && !allowHttp) throw new ApiError(400, WEBHOOK_NEEDS_HTTPS);
  return url;
}

/** Reads only what is stored. A response that breaks off keeps its status. */
async function readStart(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.byteLength;
      if (bytes >= MAX_RESPONSE_BYTES) break;
    }
  } catch {}
  response.destroy();
  // PostgreSQL can't store U+0000, and half of a surrogate pair isn't UTF-8.
  return Buffer.concat(chunks)
    .toString('utf8')
    .replaceAll('\u0000', '')
    .slice(0, MAX_STORED)
    .replace(/[\uD800-\uDBFF]$/, '');
}

const MAX_STORED = WEBHOOK_LENGTHS.response;

function describeError(error: unknown): string {
  const { message, code, errors } = error as NodeJS.ErrnoException & { errors?: unknown[] };
  return message || (errors?.[0] instanceof Error && errors[0].message) || code || 'Failed';
}
