import { getNotificationSettings } from '#contract/notifications.ts';
import { addPushSubscription, removePushSubscription } from '#contract/push.ts';
import { call } from '#web/http/call.ts';
import { browserTimeZone } from '#web/time/venue-time.ts';

/** On iOS only the installed app supports push. */
export function canShowNotifications(): boolean {
  return 'PushManager' in window && 'Notification' in window && 'serviceWorker' in navigator;
}

export async function findSubscription(): Promise<PushSubscription | undefined> {
  if (!canShowNotifications()) return undefined;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription().catch(() => null)) ?? undefined;
}

/** Requires a user gesture. Returns whether permission was granted. Throws if subscribing fails. */
export async function addDevice(pushKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const { pushManager } = await waitForWorker();
  await saveSubscription(
    await subscribe(pushManager, await pushManager.getSubscription(), pushKey),
  );
  return true;
}

export async function removeDevice(): Promise<void> {
  const subscription = await findSubscription();
  if (!subscription) return;
  await call(removePushSubscription, { body: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe();
}

/** Called on each visit: the endpoint, the time zone or the site's key may have changed. */
export async function renewDevice(): Promise<void> {
  const subscription = await findSubscription();
  if (!subscription) return;
  const { pushKey } = await call(getNotificationSettings);
  const { pushManager } = await waitForWorker();
  await saveSubscription(await subscribe(pushManager, subscription, pushKey));
}

/** A site restored on another server has a new key, so old subscriptions no longer work. */
async function subscribe(
  pushManager: PushManager,
  current: PushSubscription | null,
  pushKey: string,
): Promise<PushSubscription> {
  const applicationServerKey = decodeKey(pushKey);
  if (current && hasKey(current, applicationServerKey)) return current;
  await current?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
}

/** On a first visit, the worker still has to install. */
const WORKER_TIMEOUT_MS = 10_000;

/** `ready` never settles if the browser registers no worker. */
function waitForWorker(): Promise<ServiceWorkerRegistration> {
  return new Promise((resolve, reject) => {
    const timeoutError = new Error('No service worker is ready');
    const timer = setTimeout(() => reject(timeoutError), WORKER_TIMEOUT_MS);
    void navigator.serviceWorker.ready.then(resolve).finally(() => clearTimeout(timer));
  });
}

async function saveSubscription(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  const body = { endpoint: endpoint ?? '', keys: { p256dh, auth }, timeZone: browserTimeZone() };
  await call(addPushSubscription, { body });
}

function hasKey({ options }: PushSubscription, key: Uint8Array): boolean {
  const currentKey = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return currentKey.length === key.length && currentKey.every((byte, index) => byte === key[index]);
}

function decodeKey(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}
