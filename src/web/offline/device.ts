import { showBadge } from './badge.ts';
import { isCached } from './cached-paths.ts';
import { type SeenAnswer, setLastSeen } from './last-seen.ts';
import { LAST_SEEN_CACHE, type PageMessage } from './messages.ts';
import { findSubscription, renewDevice } from './push-device.ts';

/**
 * Makes this device ready for a hall without reception, once somebody is signed in. What the first
 * page was told before the worker looked after it is asked of the page itself. `signal` ends it.
 */
export async function cacheForOffline(
  seenAnswers: () => readonly SeenAnswer[],
  { withPanel, signal }: { withPanel: boolean; signal: AbortSignal },
): Promise<void> {
  const { serviceWorker } = navigator;
  if (!serviceWorker || import.meta.env.DEV) return;
  await serviceWorker.register('/service-worker.js');
  const { active } = await serviceWorker.ready;
  if (isEmptied) return;
  active?.postMessage((withPanel ? 'keep with panel' : 'keep') satisfies PageMessage);
  for (const answer of seenAnswers()) if (isCached(answer.path)) await keepSeen(answer, signal);
  showBadge(seenAnswers, signal);
  await renewDevice();
}

/** Keeps an answer as the worker would; one that it has kept since stays. */
async function keepSeen({ path, data, at }: SeenAnswer, signal: AbortSignal): Promise<void> {
  const cache = await caches.open(LAST_SEEN_CACHE);
  const kept = await cache.match(path, { ignoreVary: true });
  const keptAt = Date.parse(kept?.headers.get('date') ?? '');
  if (keptAt >= at || signal.aborted) return;
  const headers = { 'content-type': 'application/json', date: new Date(at).toUTCString() };
  await cache.put(path, new Response(JSON.stringify(data), { headers }));
  // Somebody signed out while it was being written.
  if (signal.aborted) await caches.delete(LAST_SEEN_CACHE);
}

/** Nothing of whoever was here is told on this device any more: its push service says so to the server. */
async function forgetPushes(): Promise<void> {
  await navigator.clearAppBadge?.().catch(() => {});
  const subscription = await findSubscription();
  await subscription?.unsubscribe().catch(() => false);
}

let isEmptied = false;

/** Before this page ends by a logout: nothing stays on the device, and nothing comes after. */
export async function clearDevice(): Promise<void> {
  isEmptied = true;
  await forgetPushes();
  navigator.serviceWorker?.controller?.postMessage('empty' satisfies PageMessage);
  try {
    for (const name of await caches.keys()) await caches.delete(name);
  } catch {
    // Caches are forbidden here: nothing was kept.
  }
}

/** Once nobody is signed in any more: what was seen was somebody's own. */
export async function forgetLastSeen(): Promise<void> {
  setLastSeen(undefined);
  await forgetPushes();
  navigator.serviceWorker?.controller?.postMessage('forget' satisfies PageMessage);
  try {
    await caches.delete(LAST_SEEN_CACHE);
  } catch {
    // Caches are forbidden here: nothing was kept.
  }
}
