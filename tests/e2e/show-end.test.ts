import { expect, test } from 'vitest';
import { createPrediction } from '#contract/predictions.ts';
import { addSetlistSong } from '#contract/setlists.ts';
import { setShowStatus } from '#contract/shows.ts';
import { listSongs } from '#contract/songs.ts';
import { PHONE, signInByForm } from '../support/browser.ts';
import { addShow, signInAdmin, signUpFan } from './support/people.ts';
import { openStage } from './support/stage.ts';

const stage = openStage();

test('the end of a show leaves a fan where they are, and is offered to who missed it', async () => {
  const admin = await signInAdmin(stage.url);
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

  const { page, context, complaints } = await stage.visit({ viewport: PHONE });
  await signInByForm(page, watcher);
  await page.goto('/live-setlist');
  const standing = page.getByRole('region', { name: 'Your standing' });
  await page.getByRole('tab', { name: 'My picks' }).click();
  await standing.filter({ hasText: /41 pts so far\W*Rank\W*1 of 2/ }).waitFor();
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
  await page.getByRole('status').filter({ hasText: 'That was the show. You won!' }).waitFor();
  await standing.filter({ hasText: /41 pts\W*Rank\W*1 of 2/ }).waitFor();
  const texts = await seen.jsonValue();
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter((text) => /Not scored yet|\b0 pts|No Live Shows|Loading/.test(text))).toEqual(
    [],
  );
  expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('My picks');
  expect(await page.evaluate(() => scrollY)).toBe(500);
  expect(page.url()).toBe(`${stage.url}/live-setlist`);
  await page.getByRole('link', { name: 'Share', exact: true }).click();
  await page.waitForURL(`**/my-predictions/share?prediction=${id}`);
  await page.goto('/');
  await page.getByRole('link', { name: /The Last Encore/ }).waitFor();
  expect(await page.getByText('Your result is in').count()).toBe(0);

  await context.clearCookies();
  await signInByForm(page, sleeper);
  const news = page.getByRole('region', { name: 'Your result is in' });
  await news.filter({ hasText: 'The Last Encore' }).getByRole('link').click();
  await page.getByRole('status').filter({ hasText: 'watcher won with 41 pts' }).waitFor();
  await page.goto('/');
  await page.getByRole('link', { name: /The Last Encore/ }).waitFor();
  expect(await news.count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});
