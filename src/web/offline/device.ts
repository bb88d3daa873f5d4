import { setLastSeen } from './last-seen.ts';
import { LAST_SEEN_CACHE, type PageMessage } from './messages.ts';

/** Makes this device ready for a hall without reception; once somebody is signed in. */
export async function keepForOffline(): Promise<void> {
  const { serviceWorker } = navigator;
  if (!serviceWorker || import.meta.env.DEV) return;
  await serviceWorker.register('/service-worker.js');
  const { active } = await serviceWorker.ready;
  active?.postMessage('keep' satisfies PageMessage);
}

/** Once nobody is signed in any more: what was seen was somebody's own. */
export async function forgetLastSeen(): Promise<void> {
  setLastSeen(undefined);
  navigator.serviceWorker?.controller?.postMessage('forget' satisfies PageMessage);
  try {
    await caches.delete(LAST_SEEN_CACHE);
  } catch {
    // Caches are forbidden here: nothing was kept.
  }
}
