import { expect } from '@playwright/test';
import { PHONE } from '../support/browser.ts';
import { test } from './support/journey.ts';
import { addShow } from './support/people.ts';

test("a newcomer's first step leads to a prediction, which the dashboard then shows", async ({
  site,
  admin,
  songs: [opener],
}) => {
  const show = await addShow(admin, 'The First Minute', 3 * 60);
  const { page } = await site.visit({ viewport: PHONE });
  await page.goto('/signup');
  await page.getByLabel('Email').fill('primrose@example.com');
  await page.getByLabel('Username').fill('primrose');
  await page.getByLabel('Password', { exact: true }).fill('front row every night');
  await page.getByLabel('Confirm password').fill('front row every night');
  await page.getByRole('button', { name: 'Create Account' }).click();

  const firstStep = page.getByRole('region', { name: 'Your first prediction' });
  await expect(firstStep.getByRole('heading', { name: show.name })).toBeVisible();
  await firstStep.getByRole('link', { name: `Predict: ${show.name}` }).click();

  const addOpener = page.getByRole('button', { name: `Add ${opener.title}`, exact: true });
  await page.getByRole('button', { name: 'Add songs' }).click();
  await page.getByPlaceholder('Search songs...').fill(opener.title);
  await addOpener.click();
  await page.goto('/');
  await expect(firstStep.getByText('Draft of 1 song not sent')).toBeVisible();
  await firstStep.getByRole('link', { name: `Finish my draft: ${show.name}` }).click();
  await page.getByRole('button', { name: 'Submit Prediction' }).click();
  await page.waitForURL('**/my-predictions');

  await page.goto('/');
  const nextShow = page.getByRole('region', { name: 'Next show' });
  await expect(nextShow.getByText('You predicted 1 song · locks in 1 h 59 min')).toBeVisible();
  await expect(
    nextShow.getByRole('link', { name: `Change prediction: ${show.name}` }),
  ).toBeVisible();
  await expect(firstStep).toHaveCount(0);
});
