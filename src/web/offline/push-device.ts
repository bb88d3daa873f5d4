import { addPushSubscription, removePushSubscription } from '#contract/push.ts';
import { call } from '#web/http/call.ts';
import { ownTimeZone } from '#web/time/venue-time.ts';

/** Whether this browser can show notices, as far as it says: of iOS only the installed app can. */
export function canShowNotices(): boolean {
  return 'PushManager' in window && 'Notification' in window && 'serviceWorker' in navigator;
}

/** By which the browser's maker reaches this device; undefined where nobody has asked for it. */
export async function findSubscription(): Promise<PushSubscription | undefined> {
  if (!canShowNotices()) return undefined;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription().catch(() => null)) ?? undefined;
}

/**
 * Asks whether notices may be shown, and has them sent here. Returns whether they may; throws where the
 * browser's own service can't be reached. To be called by a tap: browsers ask nothing otherwise.
 */
export async function addDevice(pushKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const registration = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(pushKey) };
  const before = await registration.pushManager.getSubscription();
  // One for another key, as of a site that was set up anew, can't be used any more.
  if (before && !isFor(before, options.applicationServerKey)) await before.unsubscribe();
  await tell(await registration.pushManager.subscribe(options));
  return true;
}

export async function removeDevice(): Promise<void> {
  const subscription = await findSubscription();
  if (!subscription) return;
  await call(removePushSubscription, { body: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe();
}

/** On each visit: the address may be another by now, or forgotten, and so may the zone. */
export async function renewDevice(): Promise<void> {
  const subscription = await findSubscription();
  if (subscription) await tell(subscription);
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
