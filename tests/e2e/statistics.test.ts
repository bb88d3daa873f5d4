import { expect } from '@playwright/test';
import { createPrediction } from '#contract/predictions.ts';
import { addSetlistSong } from '#contract/setlists.ts';
import { setShowStatus } from '#contract/shows.ts';
import { listSongs } from '#contract/songs.ts';
import { test } from './support/journey.ts';
import { addShow, signUpFan } from './support/people.ts';

test('a fan sees nothing, then what waits for results, then how it came out', async ({
  stage,
  admin,
}) => {
  const fan = await signUpFan(stage.url, 'marigold');
  const [first, second, third] = await fan.call(listSongs);
  if (!first || !second || !third) throw new Error('The band has no songs.');
  const { page } = await stage.visit({ as: fan });

  await page.goto('/statistics');
  await expect(page.getByRole('heading', { level: 1, name: 'Your Statistics' })).toBeVisible();
  const part = (title: string) => page.getByRole('region', { name: title, exact: true });
  const figure = (label: string) =>
    page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) });
  await expect(part('Prediction History').getByText('No predictions yet')).toBeVisible();
  await expect(
    part('Pending Predictions').getByText('No predictions are waiting for results.'),
  ).toBeVisible();
  await expect(figure('Average Score').getByText('0.0')).toBeVisible();

  const songIds = [first.id, second.id];
  const barn = await addShow(admin, 'Barn Night', 24 * 60);
  const mill = await addShow(admin, 'Mill Night', 48 * 60);
  const last = await addShow(admin, 'Quay Night', 72 * 60);
  for (const show of [barn, mill, last])
    await fan.call(createPrediction, { body: { showId: show.id, songIds } });
  await page.reload();
  const row = (title: string, show: string) =>
    part(title).getByRole('listitem').filter({ hasText: show });
  await expect(
    row('Pending Predictions', 'Quay Night').getByText('Awaiting Results'),
  ).toBeVisible();
  const pending = row('Prediction History', 'Quay Night');
  await expect(pending.getByText('Pending', { exact: true })).toBeVisible();
  await expect(pending.getByText('Not scored yet')).toBeVisible();
  await expect(pending.getByText('2 songs')).toBeVisible();
  await expect(pending.getByText(/^Submitted \w{3} \d+, \d{4}, \d+:\d\d [AP]M$/)).toBeVisible();
  await expect(part('Points per Show')).toHaveCount(0);

  // The opener and a song elsewhere, 51; then a song elsewhere alone, 10: while the page is open.
  const play = async (showId: string, played: { id: string }[]) => {
    const params = { id: showId };
    await admin.call(setShowStatus, { params, body: { status: 'live' } });
    for (const { id } of played) await admin.call(addSetlistSong, { params, body: { songId: id } });
    await admin.call(setShowStatus, { params, body: { status: 'closed' } });
  };
  await play(barn.id, [first, third, second]);
  await play(mill.id, [third, first]);
  await expect(figure('Total Points').getByText('61', { exact: true })).toBeVisible();
  await expect(figure('Games Played').getByText('2', { exact: true })).toBeVisible();
  await expect(figure('Average Score').getByText('30.5', { exact: true })).toBeVisible();
  await expect(figure('Best Score').getByText('51', { exact: true })).toBeVisible();
  const completed = row('Prediction History', 'Mill Night');
  await expect(completed.getByText('Completed')).toBeVisible();
  await expect(completed.getByText('10 points')).toBeVisible();
  await expect(part('Pending Predictions').getByRole('listitem')).toHaveCount(1);

  await part('Points per Show').getByText('Show as table').click();
  const cells = await part('Points per Show').getByRole('cell').allInnerTexts();
  expect(cells.map((text) => text.replace(/,.*/, ''))).toEqual([
    ...['Barn Night', '51'],
    ...['Mill Night', '10'],
  ]);

  // One's own figures end where they end; the songs' are beside them, each tab with its address.
  await expect(page.getByRole('tab', { name: 'Tours' })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Song statistics' }).click();
  await expect(figure('Total Points')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Tours' }).click();
  await page.waitForURL('**/statistics?tab=tours');
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Year' })).toBeVisible();
  await page.getByRole('tab', { name: 'Your figures' }).click();
  await page.waitForURL('**/statistics');
  await expect(figure('Best Score')).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.locator('html').evaluate((whole) => whole.scrollWidth)).toBe(320);
});
