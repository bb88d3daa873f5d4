import { expect, type Page } from '@playwright/test';
import { getSetlist } from '#contract/setlists.ts';
import { listShows } from '#contract/shows.ts';
import type { Song } from '#contract/songs.ts';
import { checkBarriers } from '../support/barriers.ts';
import { seeFallback } from '../support/fallback.ts';
import { type Stage, test } from '../support/journey.ts';
import { holdCall } from '../support/network.ts';
import { play, predict, setStatus } from '../support/night.ts';
import { addShow, type Person, signUpFan } from '../support/people.ts';
import { seeText, seeWithin } from '../support/see-text.ts';
import { readToast } from '../support/toast.ts';

/** Without live updates: what the screen shows is what it read itself. */
async function openAs(stage: Stage, person: Person, path: string): Promise<Page> {
  const { page } = await stage.visit({ as: person });
  await page.routeWebSocket('**/ws*', () => {});
  await page.goto(path);
  return page;
}

test.describe('Admin Panel', () => {
  test('is neither offered nor opened to a fan', async ({ stage }) => {
    const page = await openAs(stage, await signUpFan(stage.url, 'bywater'), '/admin');
    await seeText(page, 'Access Denied');
    await expect(page.getByRole('link', { name: 'Admin Panel' })).toHaveCount(0);
  });

  test('opens to an administrator at the live setlist', async ({ stage, admin }) => {
    const page = await openAs(stage, admin, '/');
    const release = await holdCall(page, listShows);
    await page.getByRole('link', { name: 'Admin Panel' }).click();
    await seeText(page.getByRole('heading'), 'Admin Panel');
    await expect(page.getByRole('status').filter({ hasText: 'Loading shows' })).toBeVisible();
    release();
    await expect(page.getByText('Next position')).toBeVisible();
    const tabs = ['Live Setlist', 'Shows', 'Songs', 'Scoring', 'Users', 'Setup'];
    await expect(page.getByRole('tab')).toHaveText(tabs);
    await expect(page.getByRole('tab', { name: 'Live Setlist', selected: true })).toBeVisible();
  });
});

test.describe('Live Setlist', () => {
  async function nextPosition(page: Page, position: number) {
    const text = `Next position${position}`;
    await expect(page.getByRole('paragraph').filter({ hasText: text })).toBeVisible();
  }

  async function choose(page: Page, song: Song) {
    await page.getByRole('combobox', { name: 'Song' }).first().fill(song.title);
    await page.getByRole('listbox').getByRole('option').first().click();
  }

  const rowOf = (page: Page, { title }: Song) =>
    page.getByRole('listitem').filter({ hasText: title });

  test('nothing is added without a show and a song, nor while the setlist loads', async ({
    stage,
    admin,
  }) => {
    const show = await addShow(admin, 'The Letter Hall', 24 * 60);
    const page = await openAs(stage, admin, '/admin');
    const add = page.getByRole('button', { name: 'Add to setlist' });
    await add.click();
    await readToast(page, 'Error', 'Please select a show and song');
    const release = await holdCall(page, getSetlist);
    await page.getByLabel('Show', { exact: true }).selectOption(show.id);
    await expect(add).toBeDisabled();
    release();
    await nextPosition(page, 1);
    await add.click();
    await readToast(page, 'Error', 'Please select a show and song');
  });

  test('a song is added with its mark and notes, after a refusal too', async ({
    stage,
    admin,
    songs: [song],
  }) => {
    const show = await addShow(admin, 'The Added Hall', 24 * 60);
    const page = await openAs(stage, admin, `/admin?show=${show.id}`);
    await nextPosition(page, 1);
    await page.getByLabel('Mark as Closer (41 points)').check();
    await page.getByLabel('Notes (optional)').fill('By request');
    await choose(page, song);
    const address = `**/api/shows/${show.id}/setlist`;
    await page.route(address, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 500, body: '' })
        : route.continue(),
    );
    await page.getByRole('button', { name: 'Add to setlist' }).click();
    await readToast(page, 'Error', 'Failed to add song to setlist');
    await page.unroute(address);
    const unsent = page.getByRole('region', { name: 'Not yet sent' });
    await expect(unsent.getByText('By request')).toBeVisible();
    await page.getByRole('button', { name: `Add ${song.title} all the same` }).click();
    await readToast(page, 'Success', 'Song added to setlist');
    await expect(rowOf(page, song).getByText('By request')).toBeVisible();
    await expect(rowOf(page, song).getByText('Closer', { exact: true })).toBeVisible();
    await nextPosition(page, 2);
  });

  test('the next position is the highest there is, plus one', async ({ stage, admin, songs }) => {
    const [first, second, third] = songs;
    const show = await addShow(admin, 'The Counted Hall', 24 * 60);
    await play(admin, show, [first]);
    const page = await openAs(stage, admin, `/admin?show=${show.id}`);
    await nextPosition(page, 2);
    // Another administrator's, which this page has not heard of.
    await play(admin, show, [second]);
    await choose(page, third);
    await page.getByRole('button', { name: 'Add to setlist' }).click();
    await readToast(page, 'Success', 'Song added to setlist');
    await expect(rowOf(page, second)).toBeVisible();
    await nextPosition(page, 4);
  });

  test("a row's notes and closer mark are edited in its place", async ({
    stage,
    admin,
    songs: [song],
  }) => {
    const show = await addShow(admin, 'The Edited Hall', 24 * 60);
    await play(admin, show, [song]);
    const page = await openAs(stage, admin, `/admin?show=${show.id}`);
    await page.getByRole('button', { name: `Edit ${song.title}` }).click();
    const form = page.getByRole('form', { name: `Edit ${song.title}` });
    await form.getByLabel('Notes (optional)').fill('With a fiddle');
    await form.getByLabel('Mark as Closer (41 points)').check();
    const save = form.getByRole('button', { name: 'Save' });
    await seeFallback(page, {
      method: 'PATCH',
      path: `**/api/shows/${show.id}/setlist/*`,
      act: () => save.click(),
      fallback: 'Failed to update setlist song',
      waits: true,
    });
    await expect(form.getByLabel('Notes (optional)')).toHaveValue('With a fiddle');
    await save.click();
    await readToast(page, 'Success', 'Setlist song updated');
    await expect(rowOf(page, song).getByText('With a fiddle')).toBeVisible();
    await expect(rowOf(page, song).getByText('Closer', { exact: true })).toBeVisible();
    await expect(form).toHaveCount(0);
  });

  test('a song is removed after a warning', async ({ stage, admin, songs: [song] }) => {
    const show = await addShow(admin, 'The Shortened Hall', 24 * 60);
    await play(admin, show, [song]);
    const page = await openAs(stage, admin, `/admin?show=${show.id}`);
    const askToRemove = async () => {
      await page.getByRole('button', { name: `More for ${song.title}` }).click();
      await page.getByRole('menuitem', { name: 'Remove' }).click();
    };
    await askToRemove();
    const dialog = page.getByRole('alertdialog');
    await seeWithin(dialog, 'All scores for the show will be recalculated.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(rowOf(page, song)).toBeVisible();
    await askToRemove();
    const remove = dialog.getByRole('button', { name: 'Remove song' });
    await seeFallback(page, {
      method: 'DELETE',
      path: `**/api/shows/${show.id}/setlist/*`,
      act: () => remove.click(),
      fallback: 'Failed to delete song',
      waits: true,
    });
    await expect(rowOf(page, song).first()).toBeVisible();
    await page.getByRole('button', { name: `Remove ${song.title} all the same` }).click();
    await readToast(page, 'Success', 'Song removed from setlist');
    await expect(rowOf(page, song)).toHaveCount(0);
  });
});

test.describe('Scoring', () => {
  test('nothing is calculated without a show, nor for an open one', async ({ stage, admin }) => {
    const show = await addShow(admin, 'The Early House', 24 * 60);
    const page = await openAs(stage, admin, '/admin?tab=scoring');
    const boards: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/leaderboard/show/')) boards.push(request.url());
    });
    const calculate = page.getByRole('button', { name: 'Calculate Scores' });
    await calculate.click();
    await readToast(page, 'Error', 'Please select a show');
    await page.getByLabel('Show', { exact: true }).selectOption(show.id);
    await expect(page.getByText('0 songs in the setlist')).toBeVisible();
    await calculate.click();
    await readToast(page, 'Error', 'Show must be live or closed to calculate scores');
    expect(boards.filter((url) => url.includes(show.id))).toEqual([]);
  });

  test('what was read before a calculation is read anew after it', async ({
    stage,
    admin,
    songs,
  }) => {
    const show = await addShow(admin, 'The Counting House', 24 * 60);
    const song = songs.slice(0, 1);
    await predict(await signUpFan(stage.url, 'ladyfern'), show, song);
    await setStatus(admin, show, 'live');
    await play(admin, show, song);
    const page = await openAs(stage, admin, '/leaderboard');
    const reads: string[] = [];
    page.on('request', (request) => reads.push(new URL(request.url()).pathname));
    const go = (name: string) => page.getByRole('link', { name, exact: true }).click();
    const sentence = 'No leaderboard data yet. Be the first to make a prediction!';
    await expect(page.getByText(sentence)).toBeVisible();
    await go('My Predictions');
    await expect(page.getByText('No predictions yet').first()).toBeVisible();
    await go('Admin Panel');
    await page.getByRole('tab', { name: 'Scoring' }).click();
    await page.getByLabel('Show', { exact: true }).selectOption(show.id);
    await expect(page.getByText('1 song in the setlist')).toBeVisible();
    await expect(page.getByRole('main').getByText('Live', { exact: true })).toBeVisible();
    const calculate = page.getByRole('button', { name: 'Calculate Scores' });
    await seeFallback(page, {
      method: 'POST',
      path: '**/api/shows/*/calculate-scores',
      act: () => calculate.click(),
      fallback: 'Failed to calculate scores',
    });
    reads.length = 0;
    await calculate.click();
    await readToast(page, 'Success', 'Scores calculated successfully');
    await expect.poll(() => reads).toContain('/api/auth/user');
    await go('Global Leaderboard');
    await expect(page.getByText('ladyfern').first()).toBeVisible();
    await go('My Predictions');
    await expect.poll(() => reads).toContain('/api/predictions/my-predictions');
  });

  test('a closed show has its board there', async ({ stage, admin, songs }) => {
    const show = await addShow(admin, 'The Counted House', 24 * 60);
    await predict(await signUpFan(stage.url, 'foamflower'), show, songs.slice(0, 1));
    await play(admin, show, songs.slice(0, 1));
    await setStatus(admin, show, 'closed');
    const page = await openAs(stage, admin, `/admin?tab=scoring&show=${show.id}`);
    const table = page.getByRole('table');
    await expect(table.getByRole('row', { name: '1 foamflower 41' })).toBeVisible();
    await checkBarriers(page, 'admin: Scoring');
    await expect(table.getByRole('columnheader')).toHaveText(['Rank', 'Username', 'Total Points']);
  });
});
