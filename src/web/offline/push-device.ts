import { getNotificationSettings } from '#contract/notifications.ts';
import { addPushSubscription, removePushSubscription } from '#contract/push.ts';
import { call } from '#web/http/call.ts';
import { ownTimeZone } from '#web/time/venue-time.ts';

/** Whether this browser can show notices, as far as it says: of iOS only the installed app can. */
export function canShowNotifications(): boolean {
  return 'PushManager' in window && 'Notification' in window && 'serviceWorker' in navigator;
}

/** By which the browser's maker reaches this device; undefined where nobody has asked for it. */
export async function findSubscription(): Promise<PushSubscription | undefined> {
  if (!canShowNotifications()) return undefined;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription().catch(() => null)) ?? undefined;
}

/**
 * Asks whether notices may be shown, and has them sent here. Returns whether they may; throws where the
 * browser's own service can't be reached. To be called by a tap: browsers ask nothing otherwise.
 */
export async function addDevice(pushKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const { pushManager } = await workerInTime();
  await tell(await subscribe(pushManager, await pushManager.getSubscription(), pushKey));
  return true;
}

export async function removeDevice(): Promise<void> {
  const subscription = await findSubscription();
  if (!subscription) return;
  await call(removePushSubscription, { body: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe();
}

/** On each visit: the address may be another by now, or forgotten, and so may the zone and the site's key. */
export async function renewDevice(): Promise<void> {
  const subscription = await findSubscription();
  if (!subscription) return;
  const { pushKey } = await call(getNotificationSettings);
  const { pushManager } = await workerInTime();
  await tell(await subscribe(pushManager, subscription, pushKey));
}

/** One for another key, as of a site that was restored elsewhere, can't be used any more: a new one is made. */
async function subscribe(
  pushManager: PushManager,
  before: PushSubscription | null,
  pushKey: string,
): Promise<PushSubscription> {
  const applicationServerKey = bytesOf(pushKey);
  if (before && isFor(before, applicationServerKey)) return before;
  await before?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
}

/** How long a first visit's worker may take to install itself, in milliseconds. */
const WORKER_PATIENCE_MS = 10_000;

/** `ready` alone would be waited for without end where this browser registers no worker. */
function workerInTime(): Promise<ServiceWorkerRegistration> {
  return new Promise((resolve, reject) => {
    const late = new Error('No service worker has come');
    const timer = setTimeout(() => reject(late), WORKER_PATIENCE_MS);
    void navigator.serviceWorker.ready.then(resolve).finally(() => clearTimeout(timer));
  });
}

async function tell(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  const body = { endpoint: endpoint ?? '', keys: { p256dh, auth }, timeZone: ownTimeZone() };
  await call(addPushSubscription, { body });
}

function isFor({ options }: PushSubscription, key: Uint8Array): boolean {
  const own = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return own.length === key.length && own.every((byte, n) => byte === key[n]);
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
