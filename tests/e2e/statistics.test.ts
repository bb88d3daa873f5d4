import { expect, test } from 'vitest';
import { createPrediction } from '#contract/predictions.ts';
import { addSetlistSong } from '#contract/setlists.ts';
import { setShowStatus } from '#contract/shows.ts';
import { listSongs } from '#contract/songs.ts';
import { signInByForm } from '../support/browser.ts';
import { addShow, signInAdmin, signUpFan } from './support/people.ts';
import { openStage } from './support/stage.ts';

const stage = openStage();

test('a fan sees nothing, then what waits for results, then how it came out', async () => {
  const admin = await signInAdmin(stage.url);
  const fan = await signUpFan(stage.url, 'marigold');
  const [first, second, third] = await fan.call(listSongs);
  if (!first || !second || !third) throw new Error('The band has no songs.');
  const { page, context, complaints } = await stage.visit();
  await signInByForm(page, fan);

  await page.goto('/statistics');
  await page.getByRole('heading', { level: 1, name: 'Your Statistics' }).waitFor();
  const part = (title: string) => page.getByRole('region', { name: title, exact: true });
  const figure = (label: string) =>
    page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) });
  await part('Prediction History').getByText('No predictions yet').waitFor();
  await part('Pending Predictions').getByText('No predictions are waiting for results.').waitFor();
  await figure('Average Score').getByText('0.0').waitFor();

  const songIds = [first.id, second.id];
  const barn = await addShow(admin, 'Barn Night', 24 * 60);
  const mill = await addShow(admin, 'Mill Night', 48 * 60);
  const last = await addShow(admin, 'Quay Night', 72 * 60);
  for (const show of [barn, mill, last])
    await fan.call(createPrediction, { body: { showId: show.id, songIds } });
  await page.reload();
  const row = (title: string, show: string) =>
    part(title).getByRole('listitem').filter({ hasText: show });
  await row('Pending Predictions', 'Quay Night').getByText('Awaiting Results').waitFor();
  const pending = row('Prediction History', 'Quay Night');
  await pending.getByText('Pending', { exact: true }).waitFor();
  await pending.getByText('Not scored yet').waitFor();
  await pending.getByText('2 songs').waitFor();
  await pending.getByText(/^Submitted \w{3} \d+, \d{4}, \d+:\d\d [AP]M$/).waitFor();
  expect(await part('Points per Show').count()).toBe(0);

  // The opener and a song elsewhere, 51; then a song elsewhere alone, 10: while the page is open.
  const play = async (showId: string, played: { id: string }[]) => {
    const params = { id: showId };
    await admin.call(setShowStatus, { params, body: { status: 'live' } });
    for (const { id } of played) await admin.call(addSetlistSong, { params, body: { songId: id } });
    await admin.call(setShowStatus, { params, body: { status: 'closed' } });
  };
  await play(barn.id, [first, third, second]);
  await play(mill.id, [third, first]);
  await figure('Total Points').getByText('61', { exact: true }).waitFor();
  await figure('Games Played').getByText('2', { exact: true }).waitFor();
  await figure('Average Score').getByText('30.5', { exact: true }).waitFor();
  await figure('Best Score').getByText('51', { exact: true }).waitFor();
  const completed = row('Prediction History', 'Mill Night');
  await completed.getByText('Completed').waitFor();
  await completed.getByText('10 points').waitFor();
  expect(await part('Pending Predictions').getByRole('listitem').count()).toBe(1);

  await part('Points per Show').getByText('Show as table').click();
  const cells = await part('Points per Show').getByRole('cell').allInnerTexts();
  expect(cells.map((text) => text.replace(/,.*/, ''))).toEqual([
    ...['Barn Night', '51'],
    ...['Mill Night', '10'],
  ]);

  // One's own figures end where they end; the songs' are beside them, each tab with its address.
  expect(await page.getByRole('tab', { name: 'Tours' }).count()).toBe(0);
  await page.getByRole('tab', { name: 'Song statistics' }).click();
  expect(await figure('Total Points').count()).toBe(0);
  await page.getByRole('tab', { name: 'Tours' }).click();
  await page.waitForURL('**/statistics?tab=tours');
  await page.reload();
  await page.getByRole('columnheader', { name: 'Year' }).waitFor();
  await page.getByRole('tab', { name: 'Your figures' }).click();
  await page.waitForURL('**/statistics');
  await figure('Best Score').waitFor();
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.locator('html').evaluate((whole) => whole.scrollWidth)).toBe(320);
  expect(complaints).toEqual([]);
  await context.close();
}, 90_000);
