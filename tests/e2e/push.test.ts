import { type BrowserContext, expect, type Page } from '@playwright/test';
import { test } from './support/journey.ts';
import { signUpFan } from './support/people.ts';
import { openWithServiceWorker } from './support/service-worker-cache.ts';

// The headless shell doesn't support push messages.
test.use({ wholeBrowser: true });

test('a push message shows a notification, which a newer one for the same show replaces', async ({
  site,
}) => {
  const fan = await signUpFan(site.url, 'yautia');
  const { page, context } = await openWithServiceWorker(site, fan);
  await context.grantPermissions(['notifications'], { origin: site.url });
  const push = await createPusher(page, context, site.url);
  const badge = await watchBadge(context);
  const show = { title: 'Barn Night', path: '/shows', tag: 'show-1' };
  // Without waiting for the badge, the first message could replace the third: its icon loads
  // slowly.
  const pushAndWait = async (message: object, count: number) => {
    await push({ ...message, badge: count });
    await expect.poll(badge).toBe(count);
  };
  await pushAndWait({ ...show, body: 'Moved: now on Sunday.' }, 1);
  const otherPush = { title: 'Elsewhere', path: '/', tag: 'show-2' };
  await pushAndWait({ ...otherPush, body: 'Scored: you got 41 points.' }, 2);
  await pushAndWait({ ...show, body: 'Scored: you got 119 points.' }, 3);
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        const notifications = await registration.getNotifications();
        return notifications
          .map(({ title, body, data }) => ({ title, body, data }))
          .sort((a, b) => a.title.localeCompare(b.title));
      }),
    )
    .toEqual([
      { title: 'Barn Night', body: 'Scored: you got 119 points.', data: '/shows' },
      { title: 'Elsewhere', body: 'Scored: you got 41 points.', data: '/' },
    ]);
});

async function watchBadge(context: BrowserContext) {
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('No service worker is running.');
  await worker.evaluate(() => {
    const setAppBadge = async (count: number) => void Object.assign(self, { badge: count });
    Object.assign(navigator, { setAppBadge });
  });
  return () => worker.evaluate(() => Reflect.get(self, 'badge'));
}

/** Delivers push messages through CDP, because the push service is unreachable. */
async function createPusher(page: Page, context: BrowserContext, origin: string) {
  const session = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations;
      if (registration) resolve(registration.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  return (notification: object) =>
    session.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId,
      data: JSON.stringify(notification),
    });
}
