import { type BrowserContext, expect, type Page } from '@playwright/test';
import { openWithServiceWorker } from './support/cached.ts';
import { test } from './support/journey.ts';
import { signUpFan } from './support/people.ts';

// The headless shell takes no push messages.
test.use({ wholeBrowser: true });

test('what is pushed is shown, and the newer of a show takes the place of the older', async ({
  stage,
}) => {
  const fan = await signUpFan(stage.url, 'yautia');
  const { page, context } = await openWithServiceWorker(stage, fan);
  await context.grantPermissions(['notifications'], { origin: stage.url });
  const push = await pusherTo(page, context, stage.url);
  const badge = await badgeOf(context);
  const show = { title: 'Barn Night', path: '/shows', tag: 'show-1' };
  await push({ ...show, body: 'Moved: now on Sunday.' });
  await push({ title: 'Elsewhere', path: '/', tag: 'show-2', body: 'Scored: you got 41 points.' });
  await push({ ...show, body: 'Scored: you got 119 points.', badge: 2 });
  // No page need be open for it. All are drawn by then: Chromium forgets those that are not, when asked.
  await expect.poll(badge).toBe(2);
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        const shown = await registration.getNotifications();
        return shown
          .map(({ title, body, data }) => ({ title, body, data }))
          .sort((a, b) => a.title.localeCompare(b.title));
      }),
    )
    .toEqual([
      { title: 'Barn Night', body: 'Scored: you got 119 points.', data: '/shows' },
      { title: 'Elsewhere', body: 'Scored: you got 41 points.', data: '/' },
    ]);
});

/** What the worker has put on the app's icon. */
async function badgeOf(context: BrowserContext) {
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('Nothing looks after the pages.');
  await worker.evaluate(() => {
    const setAppBadge = async (count: number) => void Object.assign(self, { badge: count });
    Object.assign(navigator, { setAppBadge });
  });
  return () => worker.evaluate(() => Reflect.get(self, 'badge'));
}

/** Hands the worker what a push service would: the browser's own is not to be reached here. */
async function pusherTo(page: Page, context: BrowserContext, origin: string) {
  const session = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [found] = registrations;
      if (found) resolve(found.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  return (notice: object) =>
    session.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId,
      data: JSON.stringify(notice),
    });
}
