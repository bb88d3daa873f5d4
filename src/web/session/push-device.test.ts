import { afterEach, expect, test, vi } from 'vitest';
import { addPushSubscription } from '#contract/push.ts';
import { addDevice, renewDevice } from './push-device.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('rejects if no service worker becomes ready', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('Notification', { requestPermission: async () => 'granted' });
  vi.stubGlobal('navigator', { serviceWorker: { ready: new Promise(() => {}) } });
  const expectedRejection = expect(addDevice('BPk')).rejects.toThrow('No service worker is ready');
  await vi.advanceTimersByTimeAsync(60_000);
  await expectedRejection;
});

/** Returns the endpoints sent to the server. */
function stubBrowser({ oldKey, newKey }: { oldKey: string; newKey: string }) {
  const endpoints: string[] = [];
  const createSubscription = (key: string) => ({
    options: { applicationServerKey: Uint8Array.from(atob(key), (char) => char.charCodeAt(0)) },
    async unsubscribe() {
      current = undefined;
    },
    toJSON: () => ({ endpoint: `https://fcm.googleapis.com/${key}`, keys: {} }),
  });
  let current: ReturnType<typeof createSubscription> | undefined = createSubscription(oldKey);
  const pushManager = {
    getSubscription: async () => current ?? null,
    async subscribe({ applicationServerKey }: { applicationServerKey: Uint8Array }) {
      // A browser allows one subscription at a time.
      if (current) throw new DOMException('Unsubscribe first', 'InvalidStateError');
      current = createSubscription(btoa(String.fromCharCode(...applicationServerKey)));
      return current;
    },
  };
  const registration = { pushManager };
  const getRegistration = async () => registration;
  const serviceWorker = { ready: Promise.resolve(registration), getRegistration };
  vi.stubGlobal('navigator', { serviceWorker });
  vi.stubGlobal('window', { PushManager: Object, Notification: Object });
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    if (path !== addPushSubscription.path) return Response.json({ pushKey: newKey });
    endpoints.push(JSON.parse(String(body)).endpoint);
    return new Response(null, { status: 204 });
  });
  return endpoints;
}

test.each([
  ['the same key', 'S0VZ', 'S0VZ'],
  ['the new key of a site that was restored elsewhere', 'S0VZ', 'TkVX'],
])('renews the subscription on a visit with %s', async (_, oldKey, newKey) => {
  const endpoints = stubBrowser({ oldKey, newKey });
  await renewDevice();
  expect(endpoints).toEqual([`https://fcm.googleapis.com/${newKey}`]);
});
