import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createPrediction } from '#contract/predictions.ts';
import { addSetlistSong } from '#contract/setlists.ts';
import { setShowStatus } from '#contract/shows.ts';
import { listSongs } from '#contract/songs.ts';
import { PHONE, signInByForm } from '../support/browser.ts';
import { addShow, signInAdmin, signUpFan } from './support/people.ts';
import { openStage } from './support/stage.ts';

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
