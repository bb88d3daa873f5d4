import { expect } from '@playwright/test';
import { getShowOdds } from '#contract/odds.ts';
import { openCard, openMyPredictions } from './support/cards.ts';
import { test } from './support/journey.ts';
import { playWholeShow, predict } from './support/live-show.ts';
import { addShow, signUpFan } from './support/people.ts';

test("a fan sorts the songs by the show's odds, and the order is saved", async ({
  site,
  admin,
  songs,
}) => {
  test.slow();
  const fan = await signUpFan(site.url, 'yampah');
  const show = await addShow(admin, 'The Long Odds', 24 * 60);
  const readOdds = () => fan.call(getShowOdds, { params: { id: show.id } });
  // The background job that computes the odds has the lowest priority.
  await expect.poll(async () => (await readOdds()).length, { timeout: 90_000 }).toBeGreaterThan(0);
  const { page } = await site.visit({ as: fan });
  await page.goto(`/game?show=${show.id}`);
  await page.getByLabel('Sort songs').selectOption('By the odds');
  const rows = page.getByRole('list', { name: 'Songs to choose from' }).getByRole('listitem');
  await expect(rows.first()).toContainText('% likely');
  const odds = await readOdds();
  const titlesById = new Map(songs.map(({ id, title }) => [id, title]));
  for (const [place, { songId }] of odds.slice(0, 3).entries())
    await expect(rows.nth(place)).toContainText(titlesById.get(songId) ?? '');
  await page.reload();
  await expect(rows.first()).toContainText('% likely');
  await expect(page.getByLabel('Sort songs')).toHaveValue('odds');
  await page.getByLabel('Sort songs').selectOption('Longest gap');
  await expect(rows.first()).toContainText('shows ago');
});

test('results show how many other fans picked each song', async ({ site, admin, songs }) => {
  const [fan, rival] = [await signUpFan(site.url, 'betony'), await signUpFan(site.url, 'burdock')];
  const show = await addShow(admin, 'The Bold Call', 24 * 60);
  const [shared, myPick, missed] = songs;
  if (!shared || !myPick || !missed) throw new Error('The band has fewer than three songs');
  await predict(fan, show, [shared, myPick, missed]);
  await predict(rival, show, [shared]);
  await playWholeShow(admin, show, [myPick, shared]);
  const { page } = await openMyPredictions(site, fan);
  await openCard(page, 'View Results', show.name);
  await page.getByRole('heading', { name: 'Who else called it?' }).click();
  const calls = page.getByRole('region', { name: 'Who else called it?' }).getByRole('listitem');
  await expect(calls).toHaveText([
    `${myPick.title}1 in 2 called it`,
    `${shared.title}Everyone called it`,
  ]);
});
