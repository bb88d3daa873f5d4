import { expect, type Locator, type Page } from '@playwright/test';
import { login } from '#contract/accounts.ts';
import { listMyPredictions } from '#contract/predictions.ts';
import { createClient } from '../../tools/api-client.ts';
import { checkAccessibility } from './support/accessibility.ts';
import { test } from './support/journey.ts';
import { addShow, type Person, signUpFan } from './support/people.ts';

let bystander: Person;
test.beforeAll(async ({ site, admin }) => {
  bystander = await signUpFan(site.url, 'larkspur');
  await addShow(admin, 'Before Signing Up', 2 * 60);
});

function createThumb() {
  let count = 0;
  return {
    async tap(target: Locator) {
      count += 1;
      await target.tap();
    },
    async fill(page: Page, label: string, text: string) {
      await this.tap(page.getByLabel(label, { exact: true }));
      await page.keyboard.type(text);
    },
    count: () => count,
  };
}

test('a visitor on a phone submits a sheet with at most 20 taps', async ({ site, songs }) => {
  const { page } = await site.visit({ isPhone: true });
  const thumb = createThumb();
  const findButton = (name: string) => page.getByRole('button', { name, exact: true });
  await page.goto('/');
  await thumb.tap(page.getByRole('link', { name: 'Make your prediction' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Before Signing Up' })).toBeVisible();
  await checkAccessibility(page, 'predict');
  await thumb.tap(findButton('Add songs'));
  const picks = songs.slice(0, 3);
  for (const { title } of picks) {
    await page.getByPlaceholder('Search songs...').fill(title);
    await thumb.tap(findButton(`Add ${title}`));
  }
  await thumb.tap(findButton('Done'));
  await expect(page.getByText('3 / 24', { exact: true })).toBeVisible();

  const { page: otherDevice } = await site.visit();
  await otherDevice.goto(page.url());
  const sheet = otherDevice.getByRole('list', { name: 'Your Prediction' });
  await expect(sheet.getByRole('listitem')).toContainText(picks.map(({ title }) => title));

  await thumb.tap(findButton('Submit Prediction'));
  await page.reload();
  await expect(page.getByRole('region', { name: 'Your sheet' })).toContainText('3 songs');
  await checkAccessibility(page, 'predict: Create Account');
  const account = { email: 'sundew@example.com', password: 'front row every night' };
  await thumb.fill(page, 'Email', account.email);
  await thumb.fill(page, 'Username', 'sundew');
  await thumb.fill(page, 'Password', account.password);
  await thumb.fill(page, 'Confirm password', account.password);
  await thumb.tap(findButton('Create Account'));
  await expect(page.getByText("What's next?")).toBeVisible();
  expect(thumb.count()).toBeLessThanOrEqual(20);

  await page.reload();
  await expect(page.getByText('Before Signing Up')).toBeVisible();
  const session = createClient(site.url).startSession();
  await session.call(login, { body: account });
  const [prediction] = await session.call(listMyPredictions);
  expect(prediction?.songs.map(({ title }) => title)).toEqual(picks.map(({ title }) => title));
  expect(await bystander.call(listMyPredictions)).toEqual([]);
});
