import { isCached, isScreen } from '../cached-paths.ts';
import type { PageMessage, PushedNotification } from '../messages.ts';
import { answerAndKeep, forget } from './last-seen-answers.ts';
import { emptyShells, fileOf, fillShell, keepTwoShells, SHELL_PAGE } from './shell-files.ts';

declare const self: ServiceWorkerGlobalScope;

// Files come from the cache, pages and answers from the network while there is one. What is written
// is never touched. A new version is there at once: pages of the one before still find their files.

/** A line that gives nothing for so long counts as none. */
const PATIENCE_MS = 4_000;

self.addEventListener('install', (event) => {
  event.waitUntil(install());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(keepTwoShells().then(() => self.clients.claim()));
});

self.addEventListener('message', (event) => {
  event.waitUntil(actOn(event.data));
});

self.addEventListener('push', (event) => {
  const notice: PushedNotification | undefined = event.data?.json();
  if (notice) event.waitUntil(showNotice(notice));
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
  } else if (isCached(pathname)) event.respondWith(answerAndKeep(request, event));
  else if (!pathname.startsWith('/api/')) event.respondWith(fileOf(request));
});

/** The first version takes what it gets before the line is cut; a later one waits until it is whole. */
async function install(): Promise<void> {
  const isFirst = self.registration.active === null;
  await fillShell().catch((error: unknown) => {
    if (!isFirst) throw error;
  });
  await self.skipWaiting();
}

async function actOn(message: PageMessage): Promise<void> {
  if (message === 'forget' || message === 'empty') await forget();
  if (message === 'empty') await emptyShells();
  // What is still missing after a cut comes with the next page.
  if (message === 'keep') await fillShell().catch(() => {});
  if (message === 'keep with panel') await fillShell(true).catch(() => {});
}

async function showNotice({ title, body, path, tag, badge }: PushedNotification): Promise<void> {
  const icon = '/icons/icon-192.png';
  await self.registration.showNotification(title, { body, tag, icon, data: path });
  if (badge !== undefined) await navigator.setAppBadge?.(badge).catch(() => {});
}

/** In the app where it is open, else in a window of its own. */
async function openPage(path: string): Promise<void> {
  // Of this site, whatever the notice says.
  const url = new URL(path, self.location.origin);
  if (url.origin !== self.location.origin) return;
  const [open] = await self.clients.matchAll({ type: 'window' });
  if (!open) return void (await self.clients.openWindow(url));
  await open.focus();
  await open.navigate(url);
}

async function navigate(request: Request): Promise<Response> {
  const shell = await caches.match(SHELL_PAGE);
  if (!shell) return fetch(request);
  const patience = new Promise<Response>((resolve) => setTimeout(resolve, PATIENCE_MS, shell));
  return Promise.race([fetch(request).catch(() => shell), patience]);
}
