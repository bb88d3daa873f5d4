import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createPrediction, listMyPredictions, updatePrediction } from '#contract/predictions.ts';
import { addSetlistSong } from '#contract/setlists.ts';
import { setShowStatus } from '#contract/shows.ts';
import { listSongs, type Song } from '#contract/songs.ts';
import { PHONE, signInByForm } from '../support/browser.ts';
import { addShow, signInAdmin, signUpFan } from './support/people.ts';
import { expectPicks } from './support/picks.ts';
import { openStage } from './support/stage.ts';
import { readToast } from './support/toast.ts';

const stage = openStage();

test('without a network a fan sees the last setlist and their predictions; logging out takes them away', async () => {
  const admin = await signInAdmin(stage.url);
  const fan = await signUpFan(stage.url, 'foxglove');
  const show = await addShow(admin, 'The Cellar Stage', 24 * 60);
  const [first, second] = await fan.call(listSongs);
  if (!first || !second) throw new Error('The band has no songs.');
  await fan.call(createPrediction, { body: { showId: show.id, songIds: [first.id, second.id] } });
  const params = { id: show.id };
  await admin.call(setShowStatus, { params, body: { status: 'live' } });
  await admin.call(addSetlistSong, { params, body: { songId: first.id } });

  const { page, context, complaints } = await stage.visit({
    viewport: PHONE,
    serviceWorkers: 'allow',
  });
  await signInByForm(page, fan);
  // From the first load on that the worker looks after, what is seen is kept.
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active !== null);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto('/my-predictions');
  await page.getByText('The Cellar Stage').waitFor();
  await page.goto('/live-setlist');
  await page.getByText('Song 1 of ~23').waitFor();
  await expect.poll(() => cached(page, '/setlist')).toBe(1);
  await expect.poll(() => cached(page, '/my-predictions')).toBe(1);
  expect(await page.getByText('You are offline.').count()).toBe(0);

  await context.setOffline(true);
  await stage.product.stop();
  await page.reload();
  await page.getByText('You are offline.').waitFor();
  await page.getByText(/This is what was last seen on this device, /).waitFor();
  await page.getByText('Song 1 of ~23').waitFor();
  await page.getByText(first.title).first().waitFor();
  await page.goto('/my-predictions');
  await page.getByText('The Cellar Stage').waitFor();
  await page.getByText(second.title).first().waitFor();

  await stage.product.start();
  await admin.call(addSetlistSong, { params, body: { songId: second.id } });
  await context.setOffline(false);
  await page.getByText('You are offline.').waitFor({ state: 'detached' });
  await page.goto('/live-setlist');
  await page.getByText('Song 2 of ~23').waitFor();

  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('link', { name: 'Start Playing' }).first().waitFor();
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
  await page.reload();
  await page.getByRole('link', { name: 'Start Playing' }).first().waitFor();
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
}, 120_000);

test('cut off right after the first page, the app goes on, and a submission waits for the line', async () => {
  const admin = await signInAdmin(stage.url);
  const fan = await signUpFan(stage.url, 'harebell');
  const show = await addShow(admin, 'The Dead Spot', 24 * 60);
  const [first, second, third] = await fan.call(listSongs);
  if (!first || !second || !third) throw new Error('The band has too few songs.');
  const { page, context } = await stage.visit({ serviceWorkers: 'allow' });
  const add = ({ title }: Song) =>
    page.getByRole('button', { name: `Add ${title}`, exact: true }).click();
  const update = page.getByRole('button', { name: 'Update Prediction' });
  const waits = page.getByRole('region', { name: 'Your Prediction' });
  const isWaiting = () =>
    waits.getByText('You are offline, your draft is kept', { exact: true }).waitFor();
  const stored = async () =>
    (await fan.call(listMyPredictions)).map(({ songs }) => songs.map(({ id }) => id));

  await signInByForm(page, fan);
  // What the first page was told before the worker was there is kept as well.
  await expect.poll(() => cached(page, '/api/auth/user')).toBe(1);
  await context.setOffline(true);
  await stage.product.stop();
  await page.reload();
  await page.getByText('You are offline.').waitFor();
  await page.getByRole('heading', { name: 'Welcome back, harebell!' }).waitFor();
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
  await context.close();
}, 120_000);

test('pages that are not ours to show pass the worker by', async () => {
  const fan = await signUpFan(stage.url, 'speedwell');
  const { page, context } = await stage.visit({
    serviceWorkers: 'allow',
  });
  await signInByForm(page, fan);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  for (const path of ['/api/docs', '/s/no-such-card', '/api/openapi.json']) {
    const answer = await page.goto(path);
    expect(answer?.fromServiceWorker(), path).toBe(false);
  }
  await context.close();
});

/** How many answers of such an address are kept. */
function cached(page: Page, end: string): Promise<number> {
  return page.evaluate(async (wanted) => {
    const keys = await (await caches.open('last-seen')).keys();
    return keys.filter(({ url }) => url.endsWith(wanted)).length;
  }, end);
}
