import { showBadge } from '#web/offline/badge.ts';
import { isCached } from '#web/offline/cached-paths.ts';
import { type SeenResponse, setLastSeen } from '#web/offline/last-seen.ts';
import { LAST_SEEN_CACHE, type PageMessage } from '#web/offline/messages.ts';
import { findSubscription, renewDevice } from './push-device.ts';

/** Also caches responses from before the service worker controlled the page. */
export async function cacheForOffline(
  listSeenResponses: () => readonly SeenResponse[],
  { withPanel, signal }: { withPanel: boolean; signal: AbortSignal },
): Promise<void> {
  const { serviceWorker } = navigator;
  if (!serviceWorker || import.meta.env.DEV) return;
  await serviceWorker.register('/service-worker.js');
  const { active } = await serviceWorker.ready;
  if (wasCleared) return;
  active?.postMessage((withPanel ? 'keep with panel' : 'keep') satisfies PageMessage);
  for (const response of listSeenResponses())
    if (isCached(response.path)) await cacheResponse(response, signal);
  showBadge(listSeenResponses, signal);
  await renewDevice();
}

async function cacheResponse(
  { path, data, receivedAt }: SeenResponse,
  signal: AbortSignal,
): Promise<void> {
  const cache = await caches.open(LAST_SEEN_CACHE);
  const cached = await cache.match(path, { ignoreVary: true });
  const cachedAt = Date.parse(cached?.headers.get('date') ?? '');
  if (cachedAt >= receivedAt || signal.aborted) return;
  const headers = { 'content-type': 'application/json', date: new Date(receivedAt).toUTCString() };
  await cache.put(path, new Response(JSON.stringify(data), { headers }));
  // The user signed out during the write.
  if (signal.aborted) await caches.delete(LAST_SEEN_CACHE);
}

/** The push service tells the server that the subscription has ended. */
async function removePushSubscription(): Promise<void> {
  await navigator.clearAppBadge?.().catch(() => {});
  const subscription = await findSubscription();
  await subscription?.unsubscribe().catch(() => false);
}

let wasCleared = false;

/** Called before a logout reloads the page. Also prevents later caching. */
export async function clearDevice(): Promise<void> {
  wasCleared = true;
  await removePushSubscription();
  navigator.serviceWorker?.controller?.postMessage('empty' satisfies PageMessage);
  try {
    for (const name of await caches.keys()) await caches.delete(name);
  } catch {
    // Cache storage is unavailable, so nothing was cached.
  }
}

/** Called when the session ends, because the cached responses belong to its user. */
export async function forgetLastSeen(): Promise<void> {
  setLastSeen(undefined);
  await removePushSubscription();
  navigator.serviceWorker?.controller?.postMessage('forget' satisfies PageMessage);
  try {
    await caches.delete(LAST_SEEN_CACHE);
  } catch {
    // Cache storage is unavailable, so nothing was cached.
  }
}
