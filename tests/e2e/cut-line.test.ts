import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { getSetlist } from '#contract/setlists.ts';
import { type Show, setShowStatus } from '#contract/shows.ts';
import { listSongs, type Song } from '#contract/songs.ts';
import { signInByForm } from '../support/browser.ts';
import { addShow, type Person, signInAdmin } from './support/people.ts';
import { openStage } from './support/stage.ts';

const stage = openStage();
let admin: Person;
let songs: [Song, Song, Song];
beforeAll(async () => {
  admin = await signInAdmin(stage.url);
  const [a, b, c] = await admin.call(listSongs);
  if (!a || !b || !c) throw new Error('The band has no songs.');
  songs = [a, b, c];
});

async function choose(page: Page, song: Song) {
  await page.getByRole('combobox', { name: 'Song' }).first().fill(song.title);
  await page.getByRole('listbox').getByRole('option').first().tap();
}

const add = (page: Page) => page.getByRole('button', { name: 'Add to setlist' }).tap();
const field = (page: Page) => page.getByRole('combobox', { name: 'Song' }).first();

async function rowsOf(show: Show) {
  const rows = await admin.call(getSetlist, { params: { id: show.id } });
  return rows.map(({ song, isCloser, notes, setLabel }) => ({
    title: song.title,
    isCloser,
    notes,
    setLabel,
  }));
}

test('what was begun before a show was chosen is for the show that goes live', async () => {
  const show = await addShow(admin, 'The Late Call', 48 * 60);
  const { page, context, complaints } = await stage.visit({ isPhone: true });
  await signInByForm(page, admin);
  await page.goto('/admin');
  await page.getByText('No show selected').waitFor();
  await choose(page, songs[0]);
  await page.getByLabel('Notes (optional)').fill('By request');
  await admin.call(setShowStatus, { params: { id: show.id }, body: { status: 'live' } });
  await expect.poll(() => page.getByLabel('Show', { exact: true }).inputValue()).toBe(show.id);
  await page.getByRole('heading', { name: 'Current setlist' }).waitFor();
  expect(await field(page).inputValue()).toBe(songs[0].title);
  expect(await page.getByLabel('Notes (optional)').inputValue()).toBe('By request');
  expect(complaints).toEqual([]);
  await context.close();
});

test('songs entered without a line stay on the screen, outlive a reload, and go in once each, in order', async () => {
  const [first, second, third] = songs;
  const show = await addShow(admin, 'The Dead Spot', 24 * 60);
  const other = await addShow(admin, 'The Bystander', 25 * 60);
  await admin.call(setShowStatus, { params: { id: show.id }, body: { status: 'live' } });
  const { page, context } = await stage.visit({ isPhone: true });
  await signInByForm(page, admin);
  await page.goto(`/admin?show=${show.id}`);
  const waiting = page.getByRole('region', { name: 'Not yet sent' });

  await page.getByText('Nothing played yet.').waitFor();
  await context.setOffline(true);
  await choose(page, first);
  await page.getByLabel('Mark as Closer (41 points)').check();
  await add(page);
  await waiting.getByText(first.title).waitFor();
  expect(await field(page).inputValue()).toBe('');
  await choose(page, second);
  await add(page);
  await waiting.getByText(second.title).waitFor();
  await choose(page, third);
  await page.getByLabel('Notes (optional)').fill('Slowly');
  await page.getByLabel('Set', { exact: true }).selectOption('Encore');
  expect(await page.getByRole('heading', { name: 'Current setlist' }).isVisible()).toBe(true);

  // The line is back for all but what is added; the answer to the first that gets through is lost.
  const address = `**/api/shows/${show.id}/setlist`;
  await page.route(address, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await context.setOffline(false);
  await page.reload();
  await waiting.getByText(second.title).waitFor();
  expect(await field(page).inputValue()).toBe(third.title);
  await page.unroute(address);
  let isLost = false;
  await page.route(address, async (route) => {
    if (route.request().method() !== 'POST' || isLost) return route.continue();
    await route.fetch();
    isLost = true;
    await route.abort();
  });
  await waiting.waitFor({ state: 'detached' });
  expect(isLost).toBe(true);
  const sets = { setLabel: 'Set 1', notes: null };
  const two = [
    { title: first.title, isCloser: true, ...sets },
    { title: second.title, isCloser: false, ...sets },
  ];
  await expect.poll(() => rowsOf(show)).toEqual(two);
  await add(page);
  await expect
    .poll(() => rowsOf(show))
    .toEqual([
      ...two,
      { title: third.title, isCloser: false, notes: 'Slowly', setLabel: 'Encore' },
    ]);
  expect(await rowsOf(other)).toEqual([]);
  await context.close();
});
