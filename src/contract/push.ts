import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { trialOutcome } from './setup.ts';
import { SHOW_LENGTHS } from './shows.ts';

/** What browsers have stays far below. */
export const PUSH_LENGTHS = { endpoint: 1_000, p256dh: 100, auth: 40 } as const;

/**
 * The services of the browsers' makers. The server calls what a browser names as its address: so it is
 * one of these, with nothing before the name and no port behind it.
 */
const PUSH_SERVICE =
  /^https:\/\/(?:[a-z\d-]+\.)*(?:fcm\.googleapis\.com|push\.services\.mozilla\.com|push\.apple\.com|notify\.windows\.com)\/[^\s\\]+$/;

/** Whether an address is one at which a browser's maker takes what is pushed. */
export function isPushService(address: string): boolean {
  return PUSH_SERVICE.test(address);
}

const UNKNOWN_SERVICE = 'This browser’s push service is not one that is known here';

const pushEndpoint = z.string().max(PUSH_LENGTHS.endpoint).refine(isPushService, UNKNOWN_SERVICE);
const KEY = /^[\w-]+=*$/;

export const addPushSubscription = endpoint({
  method: 'POST',
  path: '/api/user/push-subscriptions',
  who: 'user',
  summary: 'Have notices shown by this browser; said anew on each visit',
  body: z.object({
    endpoint: pushEndpoint,
    keys: z.object({
      p256dh: z.string().regex(KEY).max(PUSH_LENGTHS.p256dh),
      auth: z.string().regex(KEY).max(PUSH_LENGTHS.auth),
    }),
    /** IANA name, by which the night is known. */
    timeZone: z.string().min(1).max(SHOW_LENGTHS.timeZone),
  }),
  status: 204,
});

export const tryPush = endpoint({
  method: 'POST',
  path: '/api/admin/try-push',
  who: 'admin',
  summary: 'Push a notice to this device of oneself, and say what became of it',
  body: z.object({ endpoint: pushEndpoint }),
  status: 200,
  returns: trialOutcome,
});

export const removePushSubscription = endpoint({
  method: 'POST',
  path: '/api/user/push-subscriptions/removal',
  who: 'user',
  summary: 'Have this browser show no more notices',
  body: z.object({ endpoint: pushEndpoint }),
  status: 204,
});
