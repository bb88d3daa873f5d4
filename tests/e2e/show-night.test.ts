import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { createPrediction } from '#contract/predictions.ts';
import { addSetlistSong } from '#contract/setlists.ts';
import { setShowStatus } from '#contract/shows.ts';
import { listSongs } from '#contract/songs.ts';
import { PHONE, signInByForm } from '../support/browser.ts';
import { addShow, type Person, signInAdmin, signUpFan } from './support/people.ts';
import { openStage } from './support/stage.ts';

/** 'Sat, Nov 28', with the year where it is not this one. */
const A_DAY = /\w{3}, \w{3} \d{1,2}(, \d{4})?$/;

const stage = openStage();
let admin: Person;
beforeAll(async () => {
  admin = await signInAdmin(stage.url);
});

/** The bar with one's own points and rank, once it says so. */
async function standing(page: Page, text: RegExp) {
  await page.getByRole('region', { name: 'Your standing' }).filter({ hasText: text }).waitFor();
}

/** Another tab comes before the page, or goes from it: a browser without a screen shows them all. */
async function turnPage(page: Page, state: 'hidden' | 'visible') {
  await page.evaluate((isHidden) => {
    Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state === 'hidden');
}

test('without a live show there is something to do, and any show has its page', async () => {
  const fan = await signUpFan(stage.url, 'earlybird');
  const show = await addShow(admin, 'The Empty Stage', 48 * 60);
  const { page, context, complaints } = await stage.visit({
    viewport: PHONE,
  });
  await signInByForm(page, fan);
  await page.goto('/live-setlist');
  await page.getByRole('heading', { name: 'No Live Shows' }).waitFor();
  await page.getByRole('link', { name: "Last show's setlist" }).click();
  await page.getByRole('heading', { name: 'Setlist', exact: true }).waitFor();
  await page.getByText(/^\d+ songs$/).waitFor();
  await page.getByRole('main').getByText(A_DAY).waitFor();

  await page.goto(`/live-setlist?show=${show.id}`);
  await page.getByRole('heading', { name: 'The Empty Stage' }).waitFor();
  await page.getByText('No setlist available yet').waitFor();
  await page.getByRole('tab', { name: 'Standings' }).click();
  await page.getByText('No predictions for this show yet').waitFor();
  await page.getByRole('tab', { name: 'My picks' }).click();
  await page.getByRole('link', { name: 'Make Prediction: The Empty Stage' }).waitFor();

  // Closed without a setlist: nobody knows what became of the picks.
  const [song] = await fan.call(listSongs);
  if (!song) throw new Error('The band has no songs.');
  await fan.call(createPrediction, { body: { showId: show.id, songIds: [song.id] } });
  await admin.call(setShowStatus, { params: { id: show.id }, body: { status: 'closed' } });
  await page.reload();
  await page.getByText('No setlist available yet').waitFor();
  await page.getByRole('tab', { name: 'My picks' }).click();
  await page.getByRole('tabpanel').getByText(song.title).waitFor();
  expect(await page.getByText('Not played').count()).toBe(0);

  await page.goto('/live-setlist?show=11111111-1111-4111-8111-111111111111');
  await page.getByText('Show not found.').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('a fan on a phone follows the show as it is entered, and again after the line was cut', async () => {
  const fan = await signUpFan(stage.url, 'marigold');
  const show = await addShow(admin, 'The Test Pavilion', 24 * 60);
  const [first, second, third] = await fan.call(listSongs);
  if (!first || !second || !third) throw new Error('The band has no songs.');
  const songIds = [first.id, third.id];
  await fan.call(createPrediction, { body: { showId: show.id, songIds } });
  const params = { id: show.id };
  await admin.call(setShowStatus, { params, body: { status: 'live' } });

  const { page, context, complaints } = await stage.visit({
    viewport: PHONE,
  });
  await signInByForm(page, fan);
  await page.goto('/live-setlist');
  await page.getByText('Show starting soon...').waitFor();
  await page.getByText('Live Updates Active').waitFor();

  await admin.call(addSetlistSong, { params, body: { songId: first.id } });
  await page.getByText('Now Playing').waitFor();
  await page.getByText('Song 1 of ~23').waitFor();
  await standing(page, /41 pts so far/);

  await context.setOffline(true);
  await page.getByText(/^No live updates since \d+:\d\d [AP]M$/).waitFor();
  expect(await page.getByText('Live Updates Active').count()).toBe(0);
  await stage.product.stop();
  await stage.product.start();
  await admin.call(addSetlistSong, { params, body: { songId: second.id } });
  await context.setOffline(false);
  await page.getByText('Song 2 of ~23').waitFor();
  await page.getByText('1 song came while you were away').first().waitFor();
  await page.getByText('Live Updates Active').waitFor();

  // In the background the tab tells; what happens at another show is no news here.
  const other = await addShow(admin, 'The Other Stage', 24 * 60);
  await turnPage(page, 'hidden');
  await admin.call(addSetlistSong, { params: { id: other.id }, body: { songId: first.id } });
  await admin.call(addSetlistSong, { params, body: { songId: third.id, isCloser: true } });
  await expect.poll(() => page.title()).toBe('(1) Live Setlist · Called It');
  await turnPage(page, 'visible');
  await expect.poll(() => page.title()).toBe('Live Setlist · Called It');
  await standing(page, /82 pts so far/);
  await page.getByText('Closer', { exact: true }).waitFor();
  await turnPage(page, 'hidden');
  await admin.call(setShowStatus, { params, body: { status: 'closed' } });
  await expect.poll(() => page.title()).toBe('Final Live Setlist · Called It');
  await turnPage(page, 'visible');
  await expect.poll(() => page.title()).toBe('Live Setlist · Called It');
  await page.getByRole('heading', { name: 'Setlist', exact: true }).waitFor();
  await standing(page, /82 pts\W*Rank\W*1 of 1/);
  await page.goto('/leaderboard');
  await page.getByText('Top 1').waitFor();
  await page.getByText('1 game · average 82.0').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
}, 120_000);

test('each song moves the fans, and everyone sees his own points, rank and picks', async () => {
  const [juniper, rowan, hazel, bystander] = await Promise.all(
    ['juniper', 'rowan', 'hazel', 'bystander'].map((name) => signUpFan(stage.url, name)),
  );
  if (!juniper || !rowan || !hazel || !bystander) throw new Error('There are four of them.');
  const [a, b, c, x, y] = await admin.call(listSongs);
  if (!a || !b || !c || !x || !y) throw new Error('The band has no songs.');
  const show = await addShow(admin, 'The Moving Hall', 24 * 60);
  const predict = (fan: Person, songs: { id: string }[]) =>
    fan.call(createPrediction, { body: { showId: show.id, songIds: songs.map(({ id }) => id) } });
  await predict(juniper, [a, y]);
  await predict(rowan, [x, b, c]);
  await predict(hazel, [b]);
  const params = { id: show.id };
  await admin.call(setShowStatus, { params, body: { status: 'live' } });

  const phone = await stage.visit({ viewport: PHONE });
  await signInByForm(phone.page, juniper);
  await phone.page.goto(`/live-setlist?show=${show.id}`);
  const desk = await stage.visit();
  await signInByForm(desk.page, rowan);
  await desk.page.goto(`/live-setlist?show=${show.id}`);
  // One after the other, so that each page has seen the ranks which the next song changes.
  await admin.call(addSetlistSong, { params, body: { songId: a.id, setLabel: 'Set 1' } });
  await standing(phone.page, /41 pts so far\W*Rank\W*1 of 3/);
  await standing(desk.page, /You\W*0 pts so far\W*Rank\W*2 of 3/);
  await admin.call(addSetlistSong, { params, body: { songId: b.id, setLabel: 'Set 1' } });
  await phone.page.getByText('Song 2 of ~23').waitFor();
  await standing(desk.page, /27 pts so far\W*Rank\W*2 of 3/);
  await admin.call(addSetlistSong, { params, body: { songId: c.id, notes: 'By request' } });
  await standing(phone.page, /41 pts so far\W*Rank\W*2 of 3.*down 1 since the last song/);
  await standing(desk.page, /54 pts so far\W*Rank\W*1 of 3.*up 1 since the last song/);

  await desk.page
    .getByRole('status')
    .filter({ hasText: `Song 3: ${c.title}. 27 points for you.` })
    .waitFor();
  const rowOf = (page: Page, list: string, text: string) =>
    page.getByRole('region', { name: list }).getByRole('listitem').filter({ hasText: text });
  const onPhone = (text: string) => rowOf(phone.page, 'Live Setlist', text);
  await onPhone(a.title).filter({ hasText: '41 points, opener' }).waitFor();
  await onPhone(b.title).filter({ hasText: 'No points' }).waitFor();
  await onPhone(c.title).filter({ hasText: 'Now Playing · By request' }).waitFor();
  expect(await phone.page.getByText('Set 1').count()).toBe(1);

  await phone.page.getByRole('tab', { name: 'Standings' }).click();
  const board = phone.page.getByRole('tabpanel').getByRole('listitem');
  await board.nth(2).waitFor();
  const texts = await board.allTextContents();
  for (const [row, parts] of [
    ['rowan', 'Champion', '54 pts'],
    ['juniper', 'You', 'Runner-up', '41 pts'],
    ['hazel', 'Third Place', '10 pts'],
  ].entries())
    for (const part of parts) expect(texts[row]).toContain(part);

  await phone.page.getByRole('tab', { name: 'My picks' }).click();
  await rowOf(phone.page, 'My picks', a.title).filter({ hasText: 'Opener' }).waitFor();
  await rowOf(phone.page, 'My picks', y.title).filter({ hasText: 'Not played yet' }).waitFor();
  // On a wide screen all three are there at once.
  const standings = desk.page.getByRole('group', { name: 'Standings' }).getByRole('listitem');
  await standings.filter({ hasText: 'juniper' }).waitFor();
  await rowOf(desk.page, 'My picks', x.title)
    .filter({ hasText: 'Not played yet' })
    .first()
    .waitFor();
  expect(await desk.page.getByRole('tab').count()).toBe(0);

  await phone.context.clearCookies();
  await signInByForm(phone.page, bystander);
  await phone.page.goto(`/live-setlist?show=${show.id}`);
  await standing(phone.page, /You did not predict this show/);
  await phone.page.getByRole('tab', { name: 'My picks' }).click();
  await phone.page.getByText('No prediction for this show').waitFor();
  await admin.call(setShowStatus, { params, body: { status: 'closed' } });
  await standing(desk.page, /54 pts\W*Rank\W*1 of 3/);
  expect([...phone.complaints, ...desk.complaints]).toEqual([]);
  await phone.context.close();
  await desk.context.close();
}, 120_000);
