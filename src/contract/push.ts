import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { testMessageOutcome } from './setup.ts';
import { SHOW_LENGTHS } from './shows.ts';

export const PUSH_LENGTHS = { endpoint: 1_000, p256dh: 100, auth: 40 } as const;

/** Only browser vendors' hosts, to prevent SSRF: the server sends requests to this URL. */
const PUSH_SERVICE =
  /^https:\/\/(?:[a-z\d-]+\.)*(?:fcm\.googleapis\.com|push\.services\.mozilla\.com|push\.apple\.com|notify\.windows\.com)\/[^\s\\]+$/;

export function isPushService(url: string): boolean {
  return PUSH_SERVICE.test(url);
}

const UNKNOWN_SERVICE = 'This browser’s push service isn’t supported';

const pushEndpoint = z.string().max(PUSH_LENGTHS.endpoint).refine(isPushService, UNKNOWN_SERVICE);
const KEY = /^[\w-]+=*$/;

export const addPushSubscription = endpoint('addPushSubscription', {
  method: 'POST',
  path: '/api/user/push-subscriptions',
  tag: 'push',
  who: 'user',
  summary: 'Subscribe this browser to push notifications; renewed on each visit',
  body: z.object({
    endpoint: pushEndpoint,
    keys: z.object({
      p256dh: z.string().regex(KEY).max(PUSH_LENGTHS.p256dh),
      auth: z.string().regex(KEY).max(PUSH_LENGTHS.auth),
    }),
    /** The IANA zone that determines the quiet hours. */
    timeZone: z.string().min(1).max(SHOW_LENGTHS.timeZone),
  }),
  status: 204,
});

export const sendTestPush = endpoint('sendTestPush', {
  method: 'POST',
  path: '/api/admin/try-push',
  tag: 'push',
  who: 'admin',
  summary: 'Send a test notification to one of your devices and report the outcome',
  body: z.object({ endpoint: pushEndpoint }),
  status: 200,
  returns: testMessageOutcome,
});

export const removePushSubscription = endpoint('removePushSubscription', {
  method: 'POST',
  path: '/api/user/push-subscriptions/removal',
  tag: 'push',
  who: 'user',
  summary: 'Unsubscribe this browser from push notifications',
  body: z.object({ endpoint: pushEndpoint }),
  status: 204,
});
