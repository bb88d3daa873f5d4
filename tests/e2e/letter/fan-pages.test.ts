import { expect, type Locator } from '@playwright/test';
import { createThread, updateThread } from '#contract/forums.ts';
import { getShowLeaderboard } from '#contract/leaderboards.ts';
import { listShows, type Show } from '#contract/shows.ts';
import { checkBarriers } from '../support/barriers.ts';
import { test } from '../support/journey.ts';
import { holdCall } from '../support/network.ts';
import { play, predict, setStatus } from '../support/night.ts';
import { addShow, type Person, signUpFan } from '../support/people.ts';
import { seeText, seeWithin } from '../support/see-text.ts';

test.use({ ownProduct: true });

let fan: Person;
test.beforeAll(async ({ stage }) => {
  fan = await signUpFan(stage.url, 'marshwort');
});

test.describe('Live Setlist', () => {
  test('without a live show', async ({ stage }) => {
    const { page } = await stage.visit({ as: fan });
    await page.goto('/live-setlist');
    await seeText(page.getByRole('main'), 'No Live Shows');
  });

  test('of a show to come', async ({ stage, admin }) => {
    const show = await addShow(admin, 'The Hall to Come', 24 * 60);
    const { page } = await stage.visit({ as: fan });
    await page.goto(`/live-setlist?show=${show.id}`);
    await seeText(page.getByRole('main'), 'No setlist available yet');
    await seeText(page.getByRole('heading'), 'Setlist');
  });

  test('of a live show: from its badge to the song that is playing, and its end', async ({
    stage,
    admin,
    songs,
  }) => {
    const show = await addShow(admin, 'The Quoted Hall', 24 * 60);
    await setStatus(admin, show, 'live');
    const { page } = await stage.visit({ as: fan });
    const main = page.getByRole('main');
    await page.goto(`/live-setlist?show=${show.id}`);
    for (const text of ['Live Updates Active', 'Live', 'Show starting soon...'])
      await seeText(main, text);
    await seeText(main.getByRole('heading'), 'Live Setlist');

    const played = songs.slice(0, 2);
    await play(admin, show, played);
    await seeText(main, 'Song 2 of ~23');
    const sheet = main.getByRole('region', { name: 'Live Setlist' }).getByRole('listitem');
    await seeWithin(sheet.nth(1), 'Now Playing');
    await expect(sheet.nth(0)).not.toContainText('Now Playing');
    for (const [place, { title }] of played.entries()) {
      await expect(sheet.nth(place)).toContainText(title);
      await expect(sheet.nth(place)).toContainText(/\d{1,2}:\d\d [AP]M/);
    }
    await checkBarriers(page, 'live-setlist of a live show');
    await setStatus(admin, show, 'closed');
    await seeText(main, 'Closed');
    await checkBarriers(page, 'live-setlist of a closed show');
  });
});

test('Global Leaderboard before anybody has points', async ({ stage }) => {
  const { page } = await stage.visit({ as: fan });
  await page.goto('/leaderboard');
  await seeText(page, 'No leaderboard data yet. Be the first to make a prediction!');
});

test.describe('after a night with 68, 41, 27 and 10 points', () => {
  const NAMES = ['amber', 'birch', 'cedar', 'dahlia'];
  let show: Show;
  let amber: Person;
  test.beforeAll(async ({ stage, admin, songs: [a, b, x] }) => {
    show = await addShow(admin, 'The Scored Hall', 24 * 60);
    await addShow(admin, 'The Empty Hall', 48 * 60);
    const picks = [[a, b, x], [a], [x, b], [b]];
    for (const [place, name] of NAMES.entries()) {
      const person = await signUpFan(stage.url, name);
      await predict(person, show, picks[place] ?? []);
      if (place === 0) amber = person;
    }
    await setStatus(admin, show, 'live');
    await play(admin, show, [a, b]);
    await setStatus(admin, show, 'closed');
  });

  /** The only pictures in a row are its medal; the initials are decoration to who hears the page. */
  async function seeMedalsAndInitials(rows: Locator) {
    for (const [place, name] of NAMES.entries()) {
      await seeText(rows.nth(place), name.slice(0, 2));
      await expect(rows.nth(place).locator('svg')).toHaveCount(place < 3 ? 1 : 0);
    }
  }

  test('Show Leaderboard offers every show with its name, date and status', async ({
    stage,
    admin,
  }) => {
    const { page } = await stage.visit({ as: amber });
    await page.goto('/show-leaderboard');
    await seeText(page.getByRole('main'), 'No Show Selected');
    const options = page.getByRole('listbox').getByRole('option');
    await page.getByRole('combobox', { name: 'Show' }).click();
    await expect(options).toHaveCount((await admin.call(listShows)).length);
    const scored = /^The Scored Hall.*\w{3} \d{1,2}, \d{4}Closed$/;
    await expect(options.filter({ hasText: scored })).toBeVisible();
  });

  test('Show Leaderboard while it loads, and of a show that nobody predicted', async ({
    stage,
  }) => {
    const { page } = await stage.visit({ as: amber });
    await page.goto('/show-leaderboard');
    const release = await holdCall(page, getShowLeaderboard);
    await page.getByRole('combobox', { name: 'Show' }).fill('Empty Hall');
    await page.getByRole('listbox').getByRole('option').first().click();
    await seeText(page.getByRole('main'), 'Loading leaderboard...');
    release();
    await seeText(page.getByRole('main'), 'No predictions for this show yet');
  });

  test('Show Leaderboard names the first three, each with a medal', async ({ stage }) => {
    const { page } = await stage.visit({ as: amber });
    await page.goto(`/show-leaderboard?show=${show.id}`);
    const board = page.getByRole('main').getByRole('region', { name: 'of The Scored Hall' });
    const rows = board.getByRole('listitem');
    for (const [place, label] of ['Champion', 'Runner-up', 'Third Place'].entries())
      await seeText(rows.nth(place), label);
    await seeMedalsAndInitials(rows);
  });

  test('Global Leaderboard: badges, games, average, points, and which row is yours', async ({
    stage,
  }) => {
    const { page } = await stage.visit({ as: amber });
    await page.goto('/leaderboard');
    const rows = page.getByRole('main').getByRole('list').first().getByRole('listitem');
    for (const rank of [1, 2, 3]) await seeText(rows.nth(rank - 1), `Top ${rank}`);
    await expect(rows.nth(3)).toBeVisible();
    await expect(rows.nth(3)).not.toContainText('Top');
    await seeText(rows.nth(0), 'You');
    await expect(rows.getByText('You', { exact: true })).toHaveCount(1);
    await expect(rows.nth(0)).toHaveText(/1 game · average 68\.0.*68 pts/);
    await seeMedalsAndInitials(rows);
    await checkBarriers(page, 'leaderboard');
  });
});

test('Your Statistics: figures, a scored prediction, and one that waits', async ({
  stage,
  admin,
  songs,
}) => {
  const scored = await addShow(admin, 'The Summed Hall', 72 * 60);
  const waiting = await addShow(admin, 'The Pending Hall', 72 * 60);
  for (const show of [scored, waiting]) await predict(fan, show, songs.slice(0, 1));
  await play(admin, scored, songs.slice(0, 1));
  await setStatus(admin, scored, 'closed');
  const { page } = await stage.visit({ as: fan });
  await page.goto('/statistics');
  const main = page.getByRole('main');
  await seeText(main.getByRole('heading'), 'Your Statistics');
  for (const label of ['Total Points', 'Games Played', 'Average Score', 'Best Score'])
    await seeText(main.getByRole('term'), label);
  const part = (title: string) => main.getByRole('region', { name: title, exact: true });
  for (const title of ['Prediction History', 'Pending Predictions'])
    await seeText(part(title).getByRole('heading'), title);
  const history = part('Prediction History').getByRole('listitem');
  await seeText(history.filter({ hasText: 'The Summed Hall' }), 'Completed');
  const pending = history.filter({ hasText: 'The Pending Hall' });
  for (const text of ['Pending', 'Not scored yet']) await seeText(pending, text);
  await expect(pending).toHaveText(/1 song.*Submitted \w{3} \d+, \d{4}, \d+:\d\d [AP]M/);
  await seeText(part('Pending Predictions').getByRole('listitem'), 'Awaiting Results');
  await checkBarriers(page, 'statistics');
});

test('Fan Forums: empty, then with a pinned thread above the others', async ({ stage, admin }) => {
  const { page } = await stage.visit({ as: fan });
  await page.goto('/forums');
  await seeText(page.getByRole('main'), 'No forum threads yet');
  for (const text of ['Create the first thread', 'New Thread'])
    await expect(page.getByRole('link', { name: text })).toHaveAttribute('href', '/forums/new');
  const body = { category: 'Predictions', content: 'Anyone?' } as const;
  const pin = await fan.call(createThread, { body: { ...body, title: 'House rules' } });
  const { id } = await fan.call(createThread, { body: { ...body, title: 'Who opens?' } });
  await admin.call(updateThread, { params: { id: pin.id }, body: { isPinned: 1 } });
  await page.reload();
  const pinned = page.getByRole('region', { name: 'Pinned' });
  await expect(pinned.getByText('House rules')).toBeVisible();
  const row = page.getByRole('region', { name: 'Latest' }).getByRole('link');
  await expect(row).toHaveAttribute('href', `/forums/thread?id=${id}`);
  await expect(row).toHaveText(
    /^maWho opens\?\s*marshwort · Predictions · (just now|\d+ minutes? ago)\s*0 replies$/,
  );
});
