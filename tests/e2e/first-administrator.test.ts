import { expect, type Page } from '@playwright/test';
import { addPushSubscription, sendTestPush } from '#contract/push.ts';
import { formatShowLine } from '../support/archives.ts';
import { PHONE } from '../support/browser.ts';
import { checkAccessibility } from './support/accessibility.ts';
import { test } from './support/journey.ts';
import { countCalls } from './support/network.ts';
import { addShow } from './support/people.ts';

test('an owner sets up a site on a phone, from the printed link to the first prediction', async ({
  site,
  newSite: { link, startedAt },
}) => {
  test.slow();
  const page = await site.browser.newPage({ viewport: PHONE, reducedMotion: 'reduce' });
  const owner = await watch(page);
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

  // Email programs can drop the fragment. The page then names the file with the whole link.
  await page.goto(link.split('#')[0] ?? '');
  await expect(page.getByText('first-administrator.txt')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Set up my band' })).toHaveCount(0);
  await checkAccessibility(page, 'first-administrator');

  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Your new site' })).toBeVisible();
  await checkAccessibility(page, 'first-administrator with a link');
  await button('Restore a backup').click();
  await expect(page.getByRole('heading', { name: 'Restore a backup' })).toBeFocused();
  await checkAccessibility(page, 'first-administrator: Restore a backup');
  await page.goBack();

  await button('Set up my band').click();
  await signUp(page, { email: 'owner@example.com', username: 'admin' });
  await expect(page.getByRole('heading', { name: 'Your band' })).toBeVisible();
  await page.getByLabel('Band', { exact: true }).fill('Paper Moons');
  await page.getByLabel('Text of link 1').fill('Paper Moons');
  await page.getByLabel('URL of link 1').fill('https://moons.example/');
  await page.getByLabel('Contact email').fill('hello@moons.example');
  await button('This is my band').click();

  await button('See what will be removed').click();
  await expect(page.getByText('54 shows and 207 songs will be removed')).toBeVisible();
  await page.getByLabel(/^Type .* to confirm$/).fill('Paper Lantern Parade');
  await button('Remove the demo').click();

  await expect(page.getByRole('heading', { name: 'Songs and shows' })).toBeVisible();
  const upcoming = { id: 'next', date: '2039-05-08', venue: 'Moon Hall' };
  const text = [formatShowLine({}, 'Ember to Ash', 'Fathom'), formatShowLine(upcoming)].join('\n');
  const archive = { name: 'moons.jsonl', mimeType: 'text/plain', buffer: Buffer.from(text) };
  await page.getByLabel('Files').setInputFiles(archive);
  await expect(page.getByLabel('Source')).toHaveValue('shows');
  await button('Preview').click();
  await button('Import').click();
  await expect(page.getByText('Shows: 2 new')).toBeVisible();
  for (const heading of ['Email', 'Notifications', "You're all set"]) {
    await button('Continue').click();
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Go to the dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Moon Hall' }).first()).toBeVisible();

  const phone = await site.browser.newPage({ viewport: PHONE, reducedMotion: 'reduce' });
  const fan = await watch(phone);
  await phone.goto(new URL('/signup', link).href);
  await signUp(phone, { email: 'fan@example.com', username: 'marigold' });
  await phone.getByRole('link', { name: 'Predict: Moon Hall' }).click();
  await phone.getByRole('button', { name: 'Add songs' }).click();
  await phone.getByRole('button', { name: 'Add Fathom', exact: true }).click();
  await phone.getByRole('button', { name: 'Done' }).click();
  await phone.getByRole('button', { name: 'Submit Prediction' }).click();
  await phone.waitForURL('**/my-predictions');
  await expect(phone.getByText('Moon Hall').first()).toBeVisible();

  const seconds = (Date.now() - startedAt) / 1000;
  test.info().annotations.push({
    type: 'walk',
    description: `${owner.taps} taps of the owner, ${fan.taps} of the fan, ${seconds} s`,
  });
  // At ten seconds per tap, including typing, the setup takes less than ten minutes.
  expect(owner.taps + fan.taps).toBeLessThan(30);
  expect([...owner.errors, ...fan.errors]).toEqual([]);
  for (const open of [page, phone]) await open.close();
});

test('an owner keeps the demo band and sends a test notification to this device', async ({
  site,
  admin,
}) => {
  await addShow(admin, 'The First Look', 24 * 60);
  const { page } = await site.visit({ as: admin });
  await page.addInitScript(WITH_PUSHES);
  await page.goto('/admin?tab=first-start&step=import');
  await expect(page.getByText('Step 4 of 7')).toBeVisible();
  await page.goto('/admin?tab=first-start');
  await expect(page.getByText('With Paper Lantern Parade')).toBeVisible();
  await page.getByRole('button', { name: 'Look around with the demo band' }).click();
  await expect(page.getByText('Step 2 of 4')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Email' })).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();

  const countSubscriptions = countCalls(page, addPushSubscription);
  // Mocked, because the server would send a request to a push service.
  const message = 'The push service accepted a notification for this device.';
  await page.route(`**${sendTestPush.path}`, (route) =>
    route.fulfill({ json: { isSent: true, message } }),
  );
  await page.getByRole('button', { name: 'Send a test notification to this device' }).click();
  await expect(page.getByText(`Sent. ${message}`)).toBeVisible();
  expect(countSubscriptions()).toBe(1);
  await page.getByRole('button', { name: 'Continue' }).click();

  await expect(page.getByRole('heading', { name: "You're all set" })).toBeVisible();
  await page.getByRole('link', { name: 'Go to the dashboard' }).click();
  await expect(page.getByText('The First Look').first()).toBeVisible();
});

const PASSWORD = 'a seat of my own';

async function signUp(page: Page, account: { email: string; username: string }): Promise<void> {
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Username').fill(account.username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account' }).click();
}

async function watch(page: Page): Promise<{ taps: number; errors: string[] }> {
  const seen = { taps: 0, errors: [] as string[] };
  page.on('console', (message) => {
    if (message.type() === 'error') seen.errors.push(message.text());
  });
  await page.exposeFunction('countTap', () => {
    seen.taps += 1;
  });
  await page.addInitScript(`addEventListener('click', () => countTap(), true)`);
  return seen;
}

const WITH_PUSHES = `
  const endpoint = 'https://fcm.googleapis.com/fcm/send/this-one';
  const keys = { p256dh: 'BKey', auth: 'secret' };
  let storedSubscription = null;
  const subscription = { endpoint, options: {}, toJSON: () => ({ endpoint, keys }) };
  const pushManager = {
    getSubscription: async () => storedSubscription,
    subscribe: async () => (storedSubscription = subscription),
  };
  const registration = { pushManager };
  const ready = Promise.resolve(registration);
  const findRegistration = async () => registration;
  const serviceWorker = { controller: null, ready, getRegistration: findRegistration, register: findRegistration };
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker });
  Notification.requestPermission = async () => 'granted';
`;
