import { isCached, isScreen } from '../cached-paths.ts';
import type { PageMessage, PushedNotification } from '../messages.ts';
import { clearLastSeen, fetchAndCache } from './last-seen-responses.ts';
import { deleteOldShells, emptyShells, fillShell, SHELL_PAGE, serveFile } from './shell-files.ts';

declare const self: ServiceWorkerGlobalScope;

// A new version can activate immediately, because the previous version's files stay cached.

/** If no response arrives within this time, the device counts as offline. */
const NETWORK_TIMEOUT_MS = 4_000;

self.addEventListener('install', (event) => {
  event.waitUntil(install());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(deleteOldShells().then(() => self.clients.claim()));
});

self.addEventListener('message', (event) => {
  event.waitUntil(handleMessage(event.data));
});

self.addEventListener('push', (event) => {
  const notification: PushedNotification | undefined = event.data?.json();
  if (notification) event.waitUntil(showNotification(notification));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (isScreen(pathname)) event.respondWith(navigate(request));
  } else if (isCached(pathname)) event.respondWith(fetchAndCache(request, event));
  else if (!pathname.startsWith('/api/')) event.respondWith(serveFile(request));
});

/** Only the first version may install with missing files. */
async function install(): Promise<void> {
  const isFirst = self.registration.active === null;
  await fillShell().catch((error: unknown) => {
    if (!isFirst) throw error;
  });
  await self.skipWaiting();
}

async function handleMessage(message: PageMessage): Promise<void> {
  if (message === 'forget' || message === 'empty') await clearLastSeen();
  if (message === 'empty') await emptyShells();
  if (message === 'keep') await fillShell().catch(() => {});
  if (message === 'keep with panel') await fillShell(true).catch(() => {});
}

async function showNotification({
  title,
  body,
  path,
  tag,
  badge,
}: PushedNotification): Promise<void> {
  const icon = '/icons/icon-192.png';
  await self.registration.showNotification(title, { body, tag, icon, data: path });
  if (badge !== undefined) await navigator.setAppBadge?.(badge).catch(() => {});
}

async function openPage(path: string): Promise<void> {
  // A notification opens only pages of this site.
  const url = new URL(path, self.location.origin);
  if (url.origin !== self.location.origin) return;
  const [openWindow] = await self.clients.matchAll({ type: 'window' });
  if (!openWindow) return void (await self.clients.openWindow(url));
  await openWindow.focus();
  await openWindow.navigate(url);
}

async function navigate(request: Request): Promise<Response> {
  const shell = await caches.match(SHELL_PAGE);
  if (!shell) return fetch(request);
  const timeout = new Promise<Response>((resolve) =>
    setTimeout(resolve, NETWORK_TIMEOUT_MS, shell),
  );
  return Promise.race([fetch(request).catch(() => shell), timeout]);
}
