import { expect } from '@playwright/test';
import { createPrediction } from '#contract/predictions.ts';
import { addSetlistSong } from '#contract/setlists.ts';
import { setShowStatus } from '#contract/shows.ts';
import { listSongs } from '#contract/songs.ts';
import { PHONE } from '../support/browser.ts';
import { test } from './support/journey.ts';
import { addShow, signIn, signUpFan } from './support/people.ts';

test('the end of a show leaves a fan where they are, and is offered to who missed it', async ({
  stage,
  admin,
}) => {
  const watcher = await signUpFan(stage.url, 'watcher');
  const sleeper = await signUpFan(stage.url, 'sleeper');
  const songs = (await admin.call(listSongs)).slice(0, 24);
  const [first, second] = songs;
  if (!first || !second) throw new Error('The band has no songs.');
  const show = await addShow(admin, 'The Last Encore', 24 * 60);
  const songIds = songs.map(({ id }) => id);
  const { id } = await watcher.call(createPrediction, { body: { showId: show.id, songIds } });
  await sleeper.call(createPrediction, { body: { showId: show.id, songIds: [second.id] } });
  const params = { id: show.id };
  await admin.call(setShowStatus, { params, body: { status: 'live' } });
  await admin.call(addSetlistSong, { params, body: { songId: first.id } });

  const { page, context } = await stage.visit({ as: watcher, viewport: PHONE });
  await page.goto('/live-setlist');
  const standing = page.getByRole('region', { name: 'Your standing' });
  await page.getByRole('tab', { name: 'My picks' }).click();
  await expect(standing.filter({ hasText: /41 pts so far\W*Rank\W*1 of 2/ })).toBeVisible();
  await page.evaluate(() => scrollTo(0, 500));
  const seen = await page.evaluateHandle(() => {
    const texts: string[] = [];
    const note = () => texts.push(document.body.innerText);
    new MutationObserver(note).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    return texts;
  });
  await admin.call(setShowStatus, { params, body: { status: 'closed' } });
  await expect(
    page.getByRole('status').filter({ hasText: 'That was the show. You won!' }),
  ).toBeVisible();
  await expect(standing.filter({ hasText: /41 pts\W*Rank\W*1 of 2/ })).toBeVisible();
  const texts = await seen.jsonValue();
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter((text) => /Not scored yet|\b0 pts|No Live Shows|Loading/.test(text))).toEqual(
    [],
  );
  await expect(page.getByRole('tab', { selected: true })).toHaveText('My picks', {
    useInnerText: true,
  });
  expect(await page.evaluate(() => scrollY)).toBe(500);
  expect(page.url()).toBe(`${stage.url}/live-setlist`);
  await page.getByRole('link', { name: 'Share', exact: true }).click();
  await page.waitForURL(`**/my-predictions/share?prediction=${id}`);
  await page.goto('/');
  await expect(page.getByRole('link', { name: /The Last Encore/ })).toBeVisible();
  await expect(page.getByText('Your result is in')).toHaveCount(0);

  await context.clearCookies();
  await signIn(page, sleeper);
  await page.goto('/');
  const news = page.getByRole('region', { name: 'Your result is in' });
  await news.filter({ hasText: 'The Last Encore' }).getByRole('link').click();
  await expect(
    page.getByRole('status').filter({ hasText: 'watcher won with 41 pts' }),
  ).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('link', { name: /The Last Encore/ })).toBeVisible();
  await expect(news).toHaveCount(0);
});
