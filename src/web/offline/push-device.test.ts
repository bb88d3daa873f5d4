import { afterEach, expect, test, vi } from 'vitest';
import { addPushSubscription } from '#contract/push.ts';
import { addDevice, renewDevice } from './push-device.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a browser that registers no worker is not waited for without end', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('Notification', { requestPermission: async () => 'granted' });
  vi.stubGlobal('navigator', { serviceWorker: { ready: new Promise(() => {}) } });
  const refused = expect(addDevice('BPk')).rejects.toThrow('No service worker has come');
  await vi.advanceTimersByTimeAsync(60_000);
  await refused;
});

/** A browser with an address at its maker's service for the key `before`; the site has `now`. */
function stubBrowser({ before, now }: { before: string; now: string }) {
  const subscribed: string[] = [];
  const subscriptionFor = (key: string) => ({
    options: { applicationServerKey: Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0)) },
    async unsubscribe() {
      kept = undefined;
    },
    toJSON: () => ({ endpoint: `https://fcm.googleapis.com/${key}`, keys: {} }),
  });
  let kept: ReturnType<typeof subscriptionFor> | undefined = subscriptionFor(before);
  const pushManager = {
    getSubscription: async () => kept ?? null,
    async subscribe({ applicationServerKey }: { applicationServerKey: Uint8Array }) {
      // A browser has one at a time.
      if (kept) throw new DOMException('Unsubscribe first', 'InvalidStateError');
      kept = subscriptionFor(btoa(String.fromCharCode(...applicationServerKey)));
      return kept;
    },
  };
  const registration = { pushManager };
  const getRegistration = async () => registration;
  const serviceWorker = { ready: Promise.resolve(registration), getRegistration };
  vi.stubGlobal('navigator', { serviceWorker });
  vi.stubGlobal('window', { PushManager: Object, Notification: Object });
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    if (path !== addPushSubscription.path) return Response.json({ pushKey: now });
    subscribed.push(JSON.parse(String(body)).endpoint);
    return new Response(null, { status: 204 });
  });
  return subscribed;
}

test.each([
  ['the same key is told as it is', 'S0VZ', 'S0VZ'],
  ['another key, as of a site that was restored elsewhere, is made anew', 'S0VZ', 'TkVX'],
])('on a visit a subscription for %s', async (_, before, now) => {
  const subscribed = stubBrowser({ before, now });
  await renewDevice();
  expect(subscribed).toEqual([`https://fcm.googleapis.com/${now}`]);
});
