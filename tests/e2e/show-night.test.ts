import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPrediction } from '#contract/predictions.ts';
import { addSetlistSong } from '#contract/setlists.ts';
import { setShowStatus } from '#contract/shows.ts';
import { listSongs } from '#contract/songs.ts';
import { launchBrowser, openVisit, PHONE, signInByForm } from './support/browser.ts';
import { addShow, signInAdmin, signUpFan } from './support/people.ts';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
let browser: Browser;
beforeAll(async () => {
  product = await startProduct();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

test('a fan on a phone follows the show as it is entered, and again after the line was cut', async () => {
  const admin = await signInAdmin(product.url);
  const fan = await signUpFan(product.url, 'marigold');
  const show = await addShow(admin, 'The Test Pavilion', 24 * 60);
  const [first, second, third] = await fan.call(listSongs);
  if (!first || !second || !third) throw new Error('The band has no songs.');
  const songIds = [first.id, third.id];
  await fan.call(createPrediction, { body: { showId: show.id, songIds } });
  const params = { id: show.id };
  await admin.call(setShowStatus, { params, body: { status: 'live' } });

  const { page, context, complaints } = await openVisit(browser, product.url, { viewport: PHONE });
  await signInByForm(page, fan);
  await page.goto('/live-setlist');
  await page.getByText('Show starting soon...').waitFor();
  await page.getByText('Live Updates Active').waitFor();

  await admin.call(addSetlistSong, { params, body: { songId: first.id } });
  await page.getByText('Now Playing').waitFor();
  await page.getByText('Song 1 of ~23').waitFor();
  await page.getByText('41pts').waitFor();

  await context.setOffline(true);
  await product.stop();
  await product.start();
  await admin.call(addSetlistSong, { params, body: { songId: second.id } });
  await context.setOffline(false);
  await page.getByText('Song 2 of ~23').waitFor();

  await admin.call(addSetlistSong, { params, body: { songId: third.id, isCloser: true } });
  await page.getByText('82pts').waitFor();
  await page.getByText('Closer').waitFor();
  await admin.call(setShowStatus, { params, body: { status: 'closed' } });
  await page.goto('/leaderboard');
  await page.getByText('Top 1').waitFor();
  await page.getByText('1 game · average 82.0').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
}, 120_000);
