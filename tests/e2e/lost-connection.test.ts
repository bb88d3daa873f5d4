import { expect, type Page } from '@playwright/test';
import type { Show } from '#contract/shows.ts';
import type { Song } from '#contract/songs.ts';
import { PHONE } from '../support/browser.ts';
import { test } from './support/journey.ts';
import { fetchSetlist, play, setStatus } from './support/live-show.ts';
import { goOffline, goOnline } from './support/network.ts';
import { addShow, type Person } from './support/people.ts';
import { findField, findRow } from './support/phone-thumb.ts';
import { countCached, openWithServiceWorker } from './support/service-worker-cache.ts';
import { filterUniqueTitles } from './support/songs.ts';

async function choose(page: Page, song: Song) {
  await page.getByRole('combobox', { name: 'Song' }).first().fill(song.title);
  await page.getByRole('listbox').getByRole('option').first().tap();
}

const add = (page: Page) => page.getByRole('button', { name: 'Add to setlist' }).tap();
const findSongField = (page: Page) => page.getByRole('combobox', { name: 'Song' }).first();

async function fetchRows(admin: Person, show: Show) {
  const rows = await fetchSetlist(admin, show);
  return rows.map(({ song, isCloser, notes, setLabel }) => ({
    title: song.title,
    isCloser,
    notes,
    setLabel,
  }));
}

test('a song chosen without a show is kept for the show that goes live', async ({
  site,
  admin,
  songs,
}) => {
  const show = await addShow(admin, 'The Late Call', 48 * 60);
  const { page } = await site.visit({ as: admin, isPhone: true });
  await page.goto('/admin');
  await expect(page.getByText('No show selected')).toBeVisible();
  await choose(page, songs[0]);
  await page.getByLabel('Notes (optional)').fill('By request');
  await setStatus(admin, show, 'live');
  await expect(page.getByLabel('Show', { exact: true })).toHaveValue(show.id);
  await expect(page.getByRole('heading', { name: 'Current setlist' })).toBeVisible();
  await expect(findSongField(page)).toHaveValue(songs[0].title);
  await expect(page.getByLabel('Notes (optional)')).toHaveValue('By request');
});

test('songs entered offline survive a reload and are added once each, in order', async ({
  site,
  admin,
  songs: [first, second, third],
}) => {
  const show = await addShow(admin, 'The Dead Spot', 24 * 60);
  const otherShow = await addShow(admin, 'The Bystander', 25 * 60);
  await setStatus(admin, show, 'live');
  const { page, context } = await site.visit({ as: admin, isPhone: true });
  await page.goto(`/admin?show=${show.id}`);
  const queue = page.getByRole('region', { name: 'Not yet sent' });

  await expect(page.getByText('Nothing played yet.')).toBeVisible();
  await goOffline(context);
  await choose(page, first);
  await page.getByLabel('Mark as Closer (41 points)').check();
  await add(page);
  await expect(queue.getByText(first.title)).toBeVisible();
  await expect(findSongField(page)).toHaveValue('');
  await choose(page, second);
  await add(page);
  await expect(queue.getByText(second.title)).toBeVisible();
  await choose(page, third);
  await page.getByLabel('Notes (optional)').fill('Slowly');
  await page.getByLabel('Set', { exact: true }).selectOption('Encore');
  await expect(page.getByRole('heading', { name: 'Current setlist' })).toBeVisible();

  // POST requests fail. Later, the response to a successful POST is lost.
  const setlistUrl = `**/api/shows/${show.id}/setlist`;
  await page.route(setlistUrl, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await goOnline(context);
  await page.reload();
  await expect(queue.getByText(second.title)).toBeVisible();
  await expect(findSongField(page)).toHaveValue(third.title);
  let isLost = false;
  // Replace the route in one step, so that no retry gets through in between.
  await page.route(setlistUrl, async (route) => {
    if (route.request().method() !== 'POST' || isLost) return route.continue();
    await route.fetch();
    isLost = true;
    await route.abort();
  });
  const sets = { setLabel: 'Set 1', notes: null };
  const addedRows = [
    { title: first.title, isCloser: true, ...sets },
    { title: second.title, isCloser: false, ...sets },
  ];
  await expect.poll(() => fetchRows(admin, show)).toEqual(addedRows);
  expect(isLost).toBe(true);
  await expect(queue).toHaveCount(0);
  await add(page);
  await expect
    .poll(() => fetchRows(admin, show))
    .toEqual([
      ...addedRows,
      { title: third.title, isCloser: false, notes: 'Slowly', setLabel: 'Encore' },
    ]);
  expect(await fetchRows(admin, otherShow)).toEqual([]);
});

test('an administrator enters songs offline across a reload and a closed browser', async ({
  site,
  admin,
  songs,
}) => {
  const [first, second] = filterUniqueTitles(songs);
  const show = await addShow(admin, 'The Cellar', 24 * 60);
  await setStatus(admin, show, 'live');
  const { page, context } = await openWithServiceWorker(site, admin);
  const path = `/admin?show=${show.id}`;
  await page.goto(path);
  const setlist = `/api/shows/${show.id}/setlist`;
  for (const response of ['/api/auth/user', '/api/shows', '/api/songs', setlist])
    await expect.poll(() => countCached(page, response), { message: response }).toBe(1);
  await expect.poll(() => countPanelFiles(page)).toBe(1);
  const enter = async ({ title }: Song) => {
    await findField(page).fill(title);
    await findField(page).press('Enter');
    await expect(findRow(page, title)).toBeVisible();
  };

  await goOffline(context);
  await site.product.stop();
  await enter(first);
  await page.reload();
  await expect(findRow(page, first.title)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Not yet sent' })).toContainText(first.title);
  await enter(second);
  const storageState = await context.storageState();
  await context.close();

  await site.product.start();
  const { page: reopenedPage } = await site.visit({ storageState, viewport: PHONE });
  await reopenedPage.goto(path);
  const listTitles = async () => (await fetchRows(admin, show)).map(({ title }) => title);
  await expect.poll(listTitles).toEqual([first.title, second.title]);
  await expect(findRow(reopenedPage, second.title)).toBeVisible();
  await expect(reopenedPage.getByRole('region', { name: 'Not yet sent' })).toHaveCount(0);
});

function countPanelFiles(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('shell-'));
    const files = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return files.flat().filter(({ url }) => url.includes('/assets/admin-page-')).length;
  });
}

test('on a desktop, setlist changes made offline are queued and applied once', async ({
  site,
  admin,
  songs,
}) => {
  const [first, second, third] = filterUniqueTitles(songs);
  const show = await addShow(admin, 'The Far Desk', 24 * 60);
  await setStatus(admin, show, 'live');
  await play(admin, show, [first, second, third]);
  const { page, context } = await site.visit({ as: admin });
  await page.goto(`/admin?show=${show.id}`);
  const setlistRows = page.getByRole('region', { name: 'Current setlist' }).getByRole('listitem');
  const expectMore = async ({ title }: Song, reason: string) => {
    await page.getByRole('button', { name: `More actions for ${title}` }).click();
    await page.getByRole('menuitem', { name: reason, exact: true }).click();
  };
  await expect(setlistRows).toHaveCount(3);

  await goOffline(context);
  await expectMore(third, 'Mark as closer');
  await page.getByRole('button', { name: `Move ${third.title} up` }).click();
  await page.getByRole('button', { name: `Edit ${first.title}` }).click();
  const form = page.getByRole('form', { name: `Edit ${first.title}` });
  await form.getByLabel('Notes (optional)').fill('By request');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);
  await page.getByRole('button', { name: `Remove ${second.title}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(setlistRows).toHaveCount(2);
  await expect(setlistRows.first()).toContainText('By request');
  await expect(setlistRows.last()).toContainText(third.title);
  await expect(setlistRows.last()).toContainText('Closer');
  const queue = page.getByRole('region', { name: 'Not yet sent' });
  await expect(queue).toContainText(second.title);
  expect(await fetchRows(admin, show)).toHaveLength(3);

  await goOnline(context);
  const defaults = { isCloser: false, notes: null, setLabel: null };
  await expect
    .poll(() => fetchRows(admin, show))
    .toEqual([
      { ...defaults, title: first.title, notes: 'By request' },
      { ...defaults, title: third.title, isCloser: true },
    ]);
  await expect(queue).toHaveCount(0);
  await expect(setlistRows).toHaveCount(2);
});
