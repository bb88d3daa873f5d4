import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { freePort } from '../support/processes.ts';
import { endProduct, runProduct } from '../support/run-product.ts';
import { test } from './support/journey.ts';

test('the link of a first start makes its owner the administrator, by a name of their own', async ({
  stage,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'called-it-first-'));
  const settings = { DATA_DIR: folder, ADMIN_EMAIL: '', ADMIN_PASSWORD: '' };
  const product = await runProduct(await freePort(), settings);
  const link = (await readFile(join(folder, 'first-administrator.txt'), 'utf8')).trim();
  const page = await stage.browser.newPage();

  // Without its end, as mail programs cut it, it says where the whole one is.
  await page.goto(link.split('#')[0] ?? '');
  await expect(page.getByText('first-administrator.txt')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveCount(0);

  await page.goto('about:blank');
  await page.goto(link);
  await page.getByLabel('Email').fill('owner@example.com');
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill('seven77');
  await page.getByLabel('Confirm password').fill('seven77');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Password must be at least 8 characters').first()).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('a seat of my own');
  await page.getByLabel('Confirm password').fill('a seat of my own');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { name: 'Whose site is it?' })).toBeVisible();

  // From the demo to a band of one's own, on a phone.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'My band' }).click();
  await page.getByLabel('Band', { exact: true }).fill('Paper Moons');
  await page.getByLabel('Text of link 1').fill('Paper Moons');
  await page.getByLabel('Address of link 1').fill('https://moons.example/');
  await page.getByLabel('Contact address').fill('hello@moons.example');
  await page.getByRole('button', { name: 'This is my band' }).click();
  await page.getByRole('button', { name: 'See what would go' }).click();
  await expect(page.getByText('116 shows and 207 songs go')).toBeVisible();
  await page.getByLabel(/^Type .* to confirm$/).fill('Paper Lantern Parade');
  await page.getByRole('button', { name: 'Take it away' }).click();
  await expect(page.getByRole('heading', { name: 'Songs and shows' })).toBeVisible();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('button', { name: 'Mail me a letter' }).click();
  await expect(page.getByText('No mail is set up')).toBeVisible();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('link', { name: 'To the dashboard' }).click();
  await expect(page.getByText('No upcoming shows available at the moment.')).toBeVisible();

  await page.close();
  await endProduct(product);
  await rm(folder, { recursive: true });
});
