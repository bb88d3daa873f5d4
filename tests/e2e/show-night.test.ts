import { expect, type Page } from '@playwright/test';
import { createPrediction } from '#contract/predictions.ts';
import { addSetlistSong } from '#contract/setlists.ts';
import { setShowStatus } from '#contract/shows.ts';
import { listSongs } from '#contract/songs.ts';
import { PHONE } from '../support/browser.ts';
import { test } from './support/journey.ts';
import { addShow, type Person, signIn, signUpFan } from './support/people.ts';

/** 'Sat, Nov 28', with the year where it is not this one. */
const A_DAY = /\w{3}, \w{3} \d{1,2}(, \d{4})?$/;

/** The bar with one's own points and rank, once it says so. */
async function standing(page: Page, text: RegExp) {
  await expect(
    page.getByRole('region', { name: 'Your standing' }).filter({ hasText: text }),
  ).toBeVisible();
}

/** Another tab comes before the page, or goes from it: a browser without a screen shows them all. */
async function turnPage(page: Page, state: 'hidden' | 'visible') {
  await page.evaluate((isHidden) => {
    Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state === 'hidden');
}

test('without a live show there is something to do, and any show has its page', async ({
  stage,
  admin,
}) => {
  const fan = await signUpFan(stage.url, 'earlybird');
  const show = await addShow(admin, 'The Empty Stage', 48 * 60);
  const { page } = await stage.visit({ as: fan, viewport: PHONE });
  await page.goto('/live-setlist');
  await expect(page.getByRole('heading', { name: 'No Live Shows' })).toBeVisible();
  await page.getByRole('link', { name: "Last show's setlist" }).click();
  await expect(page.getByRole('heading', { name: 'Setlist', exact: true })).toBeVisible();
  await expect(page.getByText(/^\d+ songs$/)).toBeVisible();
  await expect(page.getByRole('main').getByText(A_DAY)).toBeVisible();

  await page.goto(`/live-setlist?show=${show.id}`);
  await expect(page.getByRole('heading', { name: 'The Empty Stage' })).toBeVisible();
  await expect(page.getByText('No setlist available yet')).toBeVisible();
  await page.getByRole('tab', { name: 'Standings' }).click();
  await expect(page.getByText('No predictions for this show yet')).toBeVisible();
  await page.getByRole('tab', { name: 'My picks' }).click();
  await expect(page.getByRole('link', { name: 'Make Prediction: The Empty Stage' })).toBeVisible();

  // Closed without a setlist: nobody knows what became of the picks.
  const [song] = await fan.call(listSongs);
  if (!song) throw new Error('The band has no songs.');
  await fan.call(createPrediction, { body: { showId: show.id, songIds: [song.id] } });
  await admin.call(setShowStatus, { params: { id: show.id }, body: { status: 'closed' } });
  await page.reload();
  await expect(page.getByText('No setlist available yet')).toBeVisible();
  await page.getByRole('tab', { name: 'My picks' }).click();
  await expect(page.getByRole('tabpanel').getByText(song.title)).toBeVisible();
  await expect(page.getByText('Not played')).toHaveCount(0);

  await page.goto('/live-setlist?show=11111111-1111-4111-8111-111111111111');
  await expect(page.getByText('Show not found.')).toBeVisible();
});

test('a fan on a phone follows the show as it is entered, and again after the line was cut', async ({
  stage,
  admin,
}) => {
  const fan = await signUpFan(stage.url, 'marigold');
  const show = await addShow(admin, 'The Test Pavilion', 24 * 60);
  const [first, second, third] = await fan.call(listSongs);
  if (!first || !second || !third) throw new Error('The band has no songs.');
  const songIds = [first.id, third.id];
  await fan.call(createPrediction, { body: { showId: show.id, songIds } });
  const params = { id: show.id };
  await admin.call(setShowStatus, { params, body: { status: 'live' } });

  const { page, context } = await stage.visit({ as: fan, viewport: PHONE });
  await page.goto('/live-setlist');
  await expect(page.getByText('Show starting soon...')).toBeVisible();
  await expect(page.getByText('Live Updates Active')).toBeVisible();

  await admin.call(addSetlistSong, { params, body: { songId: first.id } });
  await expect(page.getByText('Now Playing')).toBeVisible();
  await expect(page.getByText('Song 1 of ~23')).toBeVisible();
  await standing(page, /41 pts so far/);

  await context.setOffline(true);
  await expect(page.getByText(/^No live updates since \d+:\d\d [AP]M$/)).toBeVisible();
  await expect(page.getByText('Live Updates Active')).toHaveCount(0);
  await stage.product.stop();
  await stage.product.start();
  await admin.call(addSetlistSong, { params, body: { songId: second.id } });
  await context.setOffline(false);
  await expect(page.getByText('Song 2 of ~23')).toBeVisible();
  await expect(page.getByText('1 song came while you were away').first()).toBeVisible();
  await expect(page.getByText('Live Updates Active')).toBeVisible();

  // In the background the tab tells; what happens at another show is no news here.
  const other = await addShow(admin, 'The Other Stage', 24 * 60);
  await turnPage(page, 'hidden');
  await admin.call(addSetlistSong, { params: { id: other.id }, body: { songId: first.id } });
  await admin.call(addSetlistSong, { params, body: { songId: third.id, isCloser: true } });
  await expect(page).toHaveTitle('(1) Live Setlist · Called It');
  await turnPage(page, 'visible');
  await expect(page).toHaveTitle('Live Setlist · Called It');
  await standing(page, /82 pts so far/);
  await expect(page.getByText('Closer', { exact: true })).toBeVisible();
  await turnPage(page, 'hidden');
  await admin.call(setShowStatus, { params, body: { status: 'closed' } });
  await expect(page).toHaveTitle('Final Live Setlist · Called It');
  await turnPage(page, 'visible');
  await expect(page).toHaveTitle('Live Setlist · Called It');
  await expect(page.getByRole('heading', { name: 'Setlist', exact: true })).toBeVisible();
  await standing(page, /82 pts\W*Rank\W*1 of 1/);
  await page.goto('/leaderboard');
  await expect(page.getByText('Top 1')).toBeVisible();
  await expect(page.getByText('1 game · average 82.0')).toBeVisible();
});

test('each song moves the fans, and everyone sees their own points, rank and picks', async ({
  stage,
  admin,
}) => {
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

  const phone = await stage.visit({ as: juniper, viewport: PHONE });
  await phone.page.goto(`/live-setlist?show=${show.id}`);
  const desk = await stage.visit({ as: rowan });
  await desk.page.goto(`/live-setlist?show=${show.id}`);
  // One after the other, so that each page has seen the ranks which the next song changes.
  await admin.call(addSetlistSong, { params, body: { songId: a.id, setLabel: 'Set 1' } });
  await standing(phone.page, /41 pts so far\W*Rank\W*1 of 3/);
  await standing(desk.page, /You\W*0 pts so far\W*Rank\W*2 of 3/);
  await admin.call(addSetlistSong, { params, body: { songId: b.id, setLabel: 'Set 1' } });
  await expect(phone.page.getByText('Song 2 of ~23')).toBeVisible();
  await standing(desk.page, /27 pts so far\W*Rank\W*2 of 3/);
  await admin.call(addSetlistSong, { params, body: { songId: c.id, notes: 'By request' } });
  await standing(phone.page, /41 pts so far\W*Rank\W*2 of 3.*down 1 since the last song/);
  await standing(desk.page, /54 pts so far\W*Rank\W*1 of 3.*up 1 since the last song/);

  await expect(
    desk.page.getByRole('status').filter({ hasText: `Song 3: ${c.title}. 27 points for you.` }),
  ).toBeVisible();
  const rowOf = (page: Page, list: string, text: string) =>
    page.getByRole('region', { name: list }).getByRole('listitem').filter({ hasText: text });
  const onPhone = (text: string) => rowOf(phone.page, 'Live Setlist', text);
  await expect(onPhone(a.title).filter({ hasText: '41 points, opener' })).toBeVisible();
  await expect(onPhone(b.title).filter({ hasText: 'No points' })).toBeVisible();
  await expect(onPhone(c.title).filter({ hasText: 'Now Playing · By request' })).toBeVisible();
  await expect(phone.page.getByText('Set 1')).toHaveCount(1);

  await phone.page.getByRole('tab', { name: 'Standings' }).click();
  const board = phone.page.getByRole('tabpanel').getByRole('listitem');
  await expect(board.nth(2)).toBeVisible();
  const texts = await board.allTextContents();
  for (const [row, parts] of [
    ['rowan', 'Champion', '54 pts'],
    ['juniper', 'You', 'Runner-up', '41 pts'],
    ['hazel', 'Third Place', '10 pts'],
  ].entries())
    for (const part of parts) expect(texts[row]).toContain(part);

  await phone.page.getByRole('tab', { name: 'My picks' }).click();
  await expect(rowOf(phone.page, 'My picks', a.title).filter({ hasText: 'Opener' })).toBeVisible();
  await expect(
    rowOf(phone.page, 'My picks', y.title).filter({ hasText: 'Not played yet' }),
  ).toBeVisible();
  // On a wide screen all three are there at once.
  const standings = desk.page.getByRole('group', { name: 'Standings' }).getByRole('listitem');
  await expect(standings.filter({ hasText: 'juniper' })).toBeVisible();
  await expect(
    rowOf(desk.page, 'My picks', x.title).filter({ hasText: 'Not played yet' }).first(),
  ).toBeVisible();
  await expect(desk.page.getByRole('tab')).toHaveCount(0);

  await phone.context.clearCookies();
  await signIn(phone.page, bystander);
  await phone.page.goto(`/live-setlist?show=${show.id}`);
  await standing(phone.page, /You did not predict this show/);
  await phone.page.getByRole('tab', { name: 'My picks' }).click();
  await expect(phone.page.getByText('No prediction for this show')).toBeVisible();
  await admin.call(setShowStatus, { params, body: { status: 'closed' } });
  await standing(desk.page, /54 pts\W*Rank\W*1 of 3/);
});
