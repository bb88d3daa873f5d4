import { expect, type Page } from '@playwright/test';
import { createPrediction, listMyPredictions, updatePrediction } from '#contract/predictions.ts';
import { addSetlistSong } from '#contract/setlists.ts';
import { setShowStatus } from '#contract/shows.ts';
import { listSongs, type Song } from '#contract/songs.ts';
import { PHONE } from '../support/browser.ts';
import { test } from './support/journey.ts';
import { addShow, signUpFan } from './support/people.ts';
import { expectPicks } from './support/picks.ts';
import { readToast } from './support/toast.ts';

test('without a network a fan sees the last setlist and their predictions; logging out takes them away', async ({
  stage,
  admin,
}) => {
  const fan = await signUpFan(stage.url, 'foxglove');
  const show = await addShow(admin, 'The Cellar Stage', 24 * 60);
  const [first, second] = await fan.call(listSongs);
  if (!first || !second) throw new Error('The band has no songs.');
  await fan.call(createPrediction, { body: { showId: show.id, songIds: [first.id, second.id] } });
  const params = { id: show.id };
  await admin.call(setShowStatus, { params, body: { status: 'live' } });
  await admin.call(addSetlistSong, { params, body: { songId: first.id } });

  const { page, context } = await stage.visit({
    as: fan,
    viewport: PHONE,
    serviceWorkers: 'allow',
  });
  await page.goto('/');
  // From the first load on that the worker looks after, what is seen is kept.
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active !== null);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto('/my-predictions');
  await expect(page.getByText('The Cellar Stage')).toBeVisible();
  await page.goto('/live-setlist');
  await expect(page.getByText('Song 1 of ~23')).toBeVisible();
  await expect.poll(() => cached(page, '/setlist')).toBe(1);
  await expect.poll(() => cached(page, '/my-predictions')).toBe(1);
  await expect(page.getByText('You are offline.')).toHaveCount(0);

  await context.setOffline(true);
  await stage.product.stop();
  await page.reload();
  await expect(page.getByText('You are offline.')).toBeVisible();
  await expect(page.getByText(/This is what was last seen on this device, /)).toBeVisible();
  await expect(page.getByText('Song 1 of ~23')).toBeVisible();
  await expect(page.getByText(first.title).first()).toBeVisible();
  await page.goto('/my-predictions');
  await expect(page.getByText('The Cellar Stage')).toBeVisible();
  await expect(page.getByText(second.title).first()).toBeVisible();

  await stage.product.start();
  await admin.call(addSetlistSong, { params, body: { songId: second.id } });
  await context.setOffline(false);
  await expect(page.getByText('You are offline.')).toHaveCount(0);
  await page.goto('/live-setlist');
  await expect(page.getByText('Song 2 of ~23')).toBeVisible();

  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('link', { name: 'Start Playing' }).first()).toBeVisible();
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Start Playing' }).first()).toBeVisible();
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
});

test('cut off right after the first page, the app goes on, and a submission waits for the line', async ({
  stage,
  admin,
}) => {
  const fan = await signUpFan(stage.url, 'harebell');
  const show = await addShow(admin, 'The Dead Spot', 24 * 60);
  const [first, second, third] = await fan.call(listSongs);
  if (!first || !second || !third) throw new Error('The band has too few songs.');
  const { page, context } = await stage.visit({ as: fan, serviceWorkers: 'allow' });
  const add = ({ title }: Song) =>
    page.getByRole('button', { name: `Add ${title}`, exact: true }).click();
  const update = page.getByRole('button', { name: 'Update Prediction' });
  const waits = page.getByRole('region', { name: 'Your Prediction' });
  const isWaiting = () =>
    expect(waits.getByText('You are offline, your draft is kept', { exact: true })).toBeVisible();
  const stored = async () =>
    (await fan.call(listMyPredictions)).map(({ songs }) => songs.map(({ id }) => id));
  await page.goto('/');
  // What the first page was told before the worker was there is kept as well.
  await expect.poll(() => cached(page, '/api/auth/user')).toBe(1);
  await context.setOffline(true);
  await stage.product.stop();
  await page.reload();
  await expect(page.getByText('You are offline.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Welcome back, harebell!' })).toBeVisible();
  await stage.product.start();
  await context.setOffline(false);

  await page.goto(`/game?show=${show.id}`);
  await add(first);
  await expect.poll(() => cached(page, '/api/songs')).toBe(1);
  await context.setOffline(true);
  await stage.product.stop();
  await page.reload();
  await expectPicks(page, [first]);
  await add(second);
  await page.getByRole('button', { name: 'Submit Prediction' }).click();
  await isWaiting();
  await page.reload();
  await isWaiting();
  await expectPicks(page, [first, second]);
  await stage.product.start();
  await context.setOffline(false);
  const sent = 'Good luck! Check back after the show to see your score.';
  await readToast(page, 'Prediction submitted!', sent);
  await page.waitForURL('**/my-predictions');
  expect(await stored()).toEqual([[first.id, second.id]]);

  // Changed on another device meanwhile: that is asked about first.
  const change = async (songIds: string[]) => {
    const [own] = await fan.call(listMyPredictions);
    await fan.call(updatePrediction, { params: { id: own?.id ?? '' }, body: { songIds } });
  };
  await page.getByRole('link', { name: `Edit Prediction: ${show.name}` }).click();
  await add(third);
  await context.setOffline(true);
  await update.click();
  await isWaiting();
  await change([second.id]);
  await context.setOffline(false);
  await readToast(
    page,
    'Not sent: your prediction was changed elsewhere',
    'Your draft is kept. Choose which one counts.',
  );
  await expectPicks(page, [second]);
  await page.getByRole('button', { name: 'Use the draft' }).click();
  await expectPicks(page, [first, second, third]);
  expect(await stored()).toEqual([[second.id]]);

  // Closed meanwhile: nothing is sent, and the draft stays.
  await context.setOffline(true);
  await update.click();
  await isWaiting();
  await admin.call(setShowStatus, { params: { id: show.id }, body: { status: 'closed' } });
  await context.setOffline(false);
  await readToast(page, 'Update failed', 'Predictions are closed for this show');
  await expectPicks(page, [first, second, third]);
  expect(await stored()).toEqual([[second.id]]);
});

test('pages that are not ours to show pass the worker by', async ({ stage }) => {
  const fan = await signUpFan(stage.url, 'speedwell');
  const { page } = await stage.visit({ as: fan, serviceWorkers: 'allow' });
  await page.goto('/');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  for (const path of ['/api/docs', '/s/no-such-card', '/api/openapi.json']) {
    const answer = await page.goto(path);
    expect(answer?.fromServiceWorker(), path).toBe(false);
  }
});

/** How many answers of such an address are kept. */
function cached(page: Page, end: string): Promise<number> {
  return page.evaluate(async (wanted) => {
    const keys = await (await caches.open('last-seen')).keys();
    return keys.filter(({ url }) => url.endsWith(wanted)).length;
  }, end);
}
