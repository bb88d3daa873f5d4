import { expect } from '@playwright/test';
import { getNextSongs } from '#contract/odds.ts';
import { getUsualLength } from '#contract/setlists.ts';
import { getShow } from '#contract/shows.ts';
import { test } from './support/journey.ts';
import { fetchSetlist, listTitles, predict, setStatus } from './support/live-show.ts';
import { goOffline, goOnline, unroute } from './support/network.ts';
import { addShow, signUpFan } from './support/people.ts';
import {
  createThumb,
  type Effort,
  enterSong,
  findRow,
  findSetlist,
  findTool,
  listPlayedSongs,
} from './support/phone-thumb.ts';
import { settled } from './support/settled.ts';

// Shows from other test files would change the odds, and therefore the suggestions.
test.use({ dedicatedServer: true });

/** How long a phone in a venue is offline, on the page's clock. */
const OFFLINE_MS = 30_000;

const median = (numbers: number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

test('an administrator enters 24 songs with one thumb through two disconnects and a reload', async ({
  site,
  admin,
}, { annotations }) => {
  test.slow();
  const fan = await signUpFan(site.url, 'night-heron');
  const show = await addShow(admin, 'The Thumb', 20 * 60);
  const bystander = await addShow(admin, 'The Bystander', 30 * 60);
  const songs = await listPlayedSongs(admin, 24);
  await predict(fan, show, songs.slice(0, 3));
  await setStatus(admin, show, 'live');
  // A new server trains its odds model on the first request, which takes several seconds.
  await admin.call(getNextSongs, { params: { id: show.id } });
  const { page, context } = await site.visit({ as: admin, isPhone: true });
  const thumb = await createThumb(page);
  await page.goto(`/admin?show=${show.id}`);
  await expect(findSetlist(page).getByText('Nothing played yet.')).toBeVisible();
  const { page: phone } = await site.visit({ as: fan, isPhone: true });
  await phone.goto(`/live-setlist?show=${show.id}`);
  let isOffline = false;
  const efforts: Effort[] = [];
  const titles = songs.map(({ title }) => title);
  const queue = page.getByRole('region', { name: 'Not yet sent' });

  async function whileOffline(action: () => Promise<void>) {
    await settled(page);
    await goOffline(context);
    isOffline = true;
    await action();
    await page.clock.runFor(OFFLINE_MS);
    await goOnline(context);
    isOffline = false;
  }

  async function enterUpTo(end: number) {
    for (const song of songs.slice(efforts.length, end)) {
      // The odds after each song determine the suggestions, and therefore the effort.
      if (!isOffline) await settled(page);
      await enterSong(page, thumb, song);
      efforts.push(thumb.takeEffort());
    }
  }
  async function tapTool(name: string, row?: string) {
    if (row) await thumb.tap(findRow(page, row));
    await thumb.tap(findTool(page, name));
    expect(thumb.takeEffort()).toEqual({ taps: row ? 2 : 1, keys: 0 });
  }
  const sliceTitles = (start: number, end: number) => titles.slice(start, end);

  await test.step('the first set, with its second half entered offline', async () => {
    await enterUpTo(5);
    await whileOffline(async () => {
      await enterUpTo(9);
      await tapTool('Closer', titles[8]);
      await expect(queue.getByText(titles[8] ?? '')).toBeVisible();
    });
    await expect(queue).toHaveCount(0);
    await expect.poll(() => listTitles(admin, show)).toEqual(sliceTitles(0, 9));
    const countClosers = async () =>
      (await fetchSetlist(admin, show)).flatMap(({ isCloser, position }) =>
        isCloser ? position : [],
      );
    await expect.poll(countClosers).toEqual([9]);
  });

  await test.step('the set break, shown to fans', async () => {
    await tapTool('Set break');
    const sheet = phone.getByRole('region', { name: 'Live Setlist' });
    await expect(sheet.getByText('Set break')).toBeVisible();
    await expect(sheet.getByText('Now Playing')).toHaveCount(0);
    await enterUpTo(10);
    await expect(sheet.getByText('Set break')).toHaveCount(0);
    await expect(sheet.getByText('Now Playing')).toBeVisible();
    expect((await fetchSetlist(admin, show)).map(({ setLabel }) => setLabel).slice(8)).toEqual([
      'Set 1',
      'Set 2',
    ]);
  });

  await test.step('the second set, with a disconnect, a reload and a lost response', async () => {
    await enterUpTo(12);
    await whileOffline(() => enterUpTo(13));
    const setlistUrl = `**/api/shows/${show.id}/setlist**`;
    await page.route(setlistUrl, (route) =>
      route.request().method() === 'GET' ? route.continue() : route.abort(),
    );
    await enterUpTo(16);
    await page.reload();
    await expect(findRow(page, titles[15] ?? '')).toBeVisible();
    await enterUpTo(17);
    let isResponseLost = false;
    // Replace the route in one step, so that no retry gets through in between.
    await page.route(setlistUrl, async (route) => {
      if (route.request().method() === 'GET' || isResponseLost) return route.continue();
      await route.fetch();
      isResponseLost = true;
      await route.abort();
    });
    await expect.poll(() => listTitles(admin, show)).toEqual(sliceTitles(0, 17));
    await expect(queue).toHaveCount(0);
    expect(isResponseLost).toBe(true);
    await unroute(page, setlistUrl);
    await enterUpTo(21);
  });

  await test.step('the encore', async () => {
    await tapTool('Encore');
    await expect(phone.getByText('Waiting for the encore', { exact: true })).toBeVisible();
    await enterUpTo(24);
    await expect.poll(() => listTitles(admin, show)).toEqual(titles);
    expect((await fetchSetlist(admin, show)).at(-1)?.setLabel).toBe('Encore');
  });

  await test.step('the confirmation summarizes the show, which is then closed and scored', async () => {
    const finish = findTool(page, 'Finish the show');
    const confirmation = page.getByRole('alertdialog', { name: 'Finish the show?' });
    await thumb.tap(finish);
    await expect(confirmation.getByText(`Closer: “${titles[8]}”`)).toBeVisible();
    await expect(confirmation.getByText('Encore: 3 songs')).toBeVisible();
    const usual = await admin.call(getUsualLength, { params: { id: show.id } });
    const isUsual = usual !== undefined && usual.from <= 24 && 24 <= usual.to;
    await expect(
      confirmation.getByText(isUsual ? '24 songs' : /^24 songs; nearly all/),
    ).toBeVisible();
    await thumb.tap(confirmation.getByRole('button', { name: 'Close and score' }));
    const fetchStatus = async () => (await admin.call(getShow, { params: { id: show.id } })).status;
    await expect.poll(fetchStatus).toBe('closed');
    await expect(phone.getByText('24 songs')).toBeVisible();
  });

  expect(await listTitles(admin, show)).toEqual(titles);
  expect(await listTitles(admin, bystander)).toEqual([]);
  // A tap costs as much as three keystrokes.
  const cost = median(efforts.map(({ taps, keys }) => taps + keys / 3));
  annotations.push({ type: 'measurement', description: JSON.stringify({ median: cost, efforts }) });
  expect(cost).toBeLessThanOrEqual(1);
});
