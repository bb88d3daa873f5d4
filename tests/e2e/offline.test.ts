import { expect, type Page } from '@playwright/test';
import { listMyPredictions, updatePrediction } from '#contract/predictions.ts';
import type { Show } from '#contract/shows.ts';
import type { Song } from '#contract/songs.ts';
import { DESKTOP } from '../support/browser.ts';
import { type Site, test } from './support/journey.ts';
import { play, predict, setStatus } from './support/live-show.ts';
import { disconnect, goOffline, goOnline, reconnect } from './support/network.ts';
import { addShow, type Person, signUpFan } from './support/people.ts';
import { expectPicks } from './support/picks.ts';
import { countCached, openWithServiceWorker } from './support/service-worker-cache.ts';
import { expectToast } from './support/toast.ts';

test('an offline fan sees the cached setlist and predictions, and new songs after reconnecting', async ({
  site,
  admin,
  songs: [first, second],
}) => {
  const fan = await signUpFan(site.url, 'foxglove');
  const show = await addShow(admin, 'The Cellar Stage', 24 * 60);
  await predict(fan, show, [first, second]);
  await setStatus(admin, show, 'live');
  await play(admin, show, [first]);
  const visit = await openWithServiceWorker(site, fan);
  const { page } = visit;
  await page.goto('/my-predictions');
  await expect(page.getByText('The Cellar Stage')).toBeVisible();
  await page.goto('/live-setlist');
  await expect(page.getByText('Song 1 of ~23')).toBeVisible();
  for (const response of ['/api/auth/user', '/api/shows/live', '/setlist', '/my-predictions'])
    await expect.poll(() => countCached(page, response), { message: response }).toBe(1);
  await expect(page.getByText('You are offline.')).toHaveCount(0);

  await disconnect(site, visit);
  await page.reload();
  await expect(page.getByText('You are offline.')).toBeVisible();
  await expect(page.getByText(/Showing data saved on this device /)).toBeVisible();
  await expect(page.getByText('Song 1 of ~23')).toBeVisible();
  await expect(page.getByText(first.title).first()).toBeVisible();
  await page.goto('/my-predictions');
  await expect(page.getByText('The Cellar Stage')).toBeVisible();
  await expect(page.getByText(second.title).first()).toBeVisible();

  await site.product.start();
  await play(admin, show, [second]);
  await goOnline(visit.context);
  await expect(page.getByText('You are offline.')).toHaveCount(0);
  await page.goto('/live-setlist');
  await expect(page.getByText('Song 2 of ~23')).toBeVisible();
  await setStatus(admin, show, 'closed');
});

test('the app works offline right after the first page', async ({ site }) => {
  const fan = await signUpFan(site.url, 'harebell');
  const visit = await site.visit({ as: fan, serviceWorkers: 'allow' });
  const { page } = visit;
  await page.goto('/');
  // The page passes earlier responses to the service worker.
  await expect.poll(() => countCached(page, '/api/auth/user')).toBe(1);
  await disconnect(site, visit);
  await page.reload();
  await expect(page.getByText('You are offline.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Welcome back, harebell!' })).toBeVisible();
  await reconnect(site, visit);
});

test.describe('a prediction submitted offline', () => {
  const add = (page: Page, { title }: Song) =>
    page.getByRole('button', { name: `Add ${title}`, exact: true }).click();

  async function expectQueued(page: Page) {
    const sheet = page.getByRole('region', { name: 'Your Prediction' });
    const message = "You're offline. Your draft is saved.";
    await expect(sheet.getByText(message, { exact: true })).toBeVisible();
  }

  async function expectStored(fan: Person, songs: readonly Song[]) {
    const [prediction] = await fan.call(listMyPredictions);
    expect(prediction?.songs.map(({ id }) => id)).toEqual(songs.map(({ id }) => id));
  }

  async function queueUpdate(site: Site, fan: Person, show: Show, [first, second]: Song[]) {
    if (!first || !second) throw new Error('An update needs two songs.');
    const { id } = await predict(fan, show, [first]);
    const visit = await site.visit({ as: fan });
    const { page, context } = visit;
    await page.goto(`/game?show=${show.id}&edit=${id}`);
    await add(page, second);
    await goOffline(context);
    await page.getByRole('button', { name: 'Update Prediction' }).click();
    await expectQueued(page);
    return { ...visit, id };
  }

  test('is queued across a reload and sent after reconnecting', async ({
    site,
    admin,
    songs: [first, second],
  }) => {
    const fan = await signUpFan(site.url, 'bergamot');
    const show = await addShow(admin, 'The Dead Spot', 24 * 60);
    const visit = await openWithServiceWorker(site, fan, DESKTOP);
    const { page } = visit;
    await page.goto(`/game?show=${show.id}`);
    await add(page, first);
    const responses = ['/api/auth/user', `/api/shows/${show.id}`, '/my-predictions', '/api/songs'];
    for (const response of responses)
      await expect.poll(() => countCached(page, response), { message: response }).toBe(1);
    await disconnect(site, visit);
    await page.reload();
    await expectPicks(page, [first]);
    await add(page, second);
    await page.getByRole('button', { name: 'Submit Prediction' }).click();
    await expectQueued(page);
    await page.reload();
    await expectQueued(page);
    await expectPicks(page, [first, second]);
    await reconnect(site, visit);
    const message = 'Good luck! Check back after the show to see your score.';
    await expectToast(page, 'Prediction submitted!', message);
    await page.waitForURL('**/my-predictions');
    await expectStored(fan, [first, second]);
  });

  test('is not sent if the prediction was changed on another device', async ({
    site,
    admin,
    songs: [first, second, third],
  }) => {
    const fan = await signUpFan(site.url, 'speedwell');
    const show = await addShow(admin, 'The Other Device', 24 * 60);
    const { page, context, id } = await queueUpdate(site, fan, show, [first, second]);
    await fan.call(updatePrediction, { params: { id }, body: { songIds: [third.id] } });
    await goOnline(context);
    await expectToast(
      page,
      'Not sent: your prediction was changed elsewhere',
      'Your draft is saved. Choose which one to keep.',
    );
    await expectPicks(page, [third]);
    await page.getByRole('button', { name: 'Use the draft' }).click();
    await expectPicks(page, [first, second]);
    await expectStored(fan, [third]);
  });

  test('stays a draft if predictions have closed', async ({
    site,
    admin,
    songs: [first, second],
  }) => {
    const fan = await signUpFan(site.url, 'toadflax');
    const show = await addShow(admin, 'The Closed Door', 24 * 60);
    const { page, context } = await queueUpdate(site, fan, show, [first, second]);
    await setStatus(admin, show, 'closed');
    await goOnline(context);
    await expectToast(page, 'Update failed', 'Predictions are closed for this show');
    await expectPicks(page, [first, second]);
    await expectStored(fan, [first]);
  });
});

test('the service worker ignores pages outside the app', async ({ site }) => {
  const { page } = await openWithServiceWorker(site, await signUpFan(site.url, 'comfrey'));
  for (const path of ['/api/docs', '/s/no-such-card', '/api/openapi.json']) {
    const response = await page.goto(path);
    expect(response?.fromServiceWorker(), path).toBe(false);
  }
});
