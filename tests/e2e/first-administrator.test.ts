import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { addPushSubscription, sendTestPush } from '#contract/push.ts';
import { findFreePort } from '../support/processes.ts';
import { endProduct, runProduct } from '../support/run-product.ts';
import { checkAccessibility } from './support/accessibility.ts';
import { test } from './support/journey.ts';
import { countCalls } from './support/network.ts';
import { addShow } from './support/people.ts';
import { listTemplateFolders } from './support/product.ts';

test('the first-start link creates the administrator and leads through the setup', async ({
  site,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'called-it-first-'));
  const { band } = listTemplateFolders();
  const settings = { DATA_DIR: folder, BAND_PACK: band, ADMIN_EMAIL: '', ADMIN_PASSWORD: '' };
  const product = await runProduct(await findFreePort(), settings);
  const link = (await readFile(join(folder, 'first-administrator.txt'), 'utf8')).trim();
  const page = await site.browser.newPage();

  // Mail programs can cut the fragment off. The page then names the file with the whole link.
  await page.goto(link.split('#')[0] ?? '');
  await expect(page.getByText('first-administrator.txt')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveCount(0);
  await checkAccessibility(page, 'first-administrator');

  await page.goto('about:blank');
  await page.goto(link);
  await checkAccessibility(page, 'first-administrator with a link');
  await page.getByLabel('Email').fill('owner@example.com');
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill('seven77');
  await page.getByLabel('Confirm password').fill('seven77');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Password must be at least 8 characters').first()).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('a seat of my own');
  await page.getByLabel('Confirm password').fill('a seat of my own');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { name: 'Set up your site' })).toBeVisible();

  // From the demo to another band, on a phone.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText('With Paper Lantern Parade')).toBeVisible();
  await page.getByRole('button', { name: 'Set up my band' }).click();
  await page.getByLabel('Band', { exact: true }).fill('Paper Moons');
  await page.getByLabel('Text of link 1').fill('Paper Moons');
  await page.getByLabel('URL of link 1').fill('https://moons.example/');
  await page.getByLabel('Contact email').fill('hello@moons.example');
  await page.getByRole('button', { name: 'This is my band' }).click();
  await page.getByRole('button', { name: 'See what will be removed' }).click();
  await expect(page.getByText('54 shows and 207 songs will be removed')).toBeVisible();
  await page.getByLabel(/^Type .* to confirm$/).fill('Paper Lantern Parade');
  await page.getByRole('button', { name: 'Remove the demo' }).click();
  await expect(page.getByRole('heading', { name: 'Songs and shows' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'setlist.fm API key' })).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Send me a test email' }).click();
  await expect(page.getByText('No mail server is set up')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('link', { name: 'Go to the dashboard' }).click();
  await expect(page.getByText('No upcoming shows available at the moment.')).toBeVisible();

  await page.close();
  await endProduct(product);
  await rm(folder, { recursive: true });
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
  // Mocked, because the server would call a push service on another machine.
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

/** A browser with the notification permission and a push subscription. */
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
