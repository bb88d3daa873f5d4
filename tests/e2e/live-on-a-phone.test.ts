import { expect, type Locator, type Page } from '@playwright/test';
import { MAX_PICKS } from '#contract/predictions.ts';
import { PHONE } from '../support/browser.ts';
import { test } from './support/journey.ts';
import { fetchSetlist, play, predict, setStatus } from './support/live-show.ts';
import { unroute } from './support/network.ts';
import { addShow, signUpFan } from './support/people.ts';
import { findSetlist } from './support/phone-thumb.ts';
import { settled } from './support/settled.ts';
import { findToast } from './support/toast.ts';

test('a phone follows the newest song until the fan scrolls away, and again after a jump', async ({
  site,
  admin,
  songs,
}) => {
  const fan = await signUpFan(site.url, 'lavender');
  const show = await addShow(admin, 'The Long Room', 24 * 60);
  await predict(fan, show, songs.slice(0, MAX_PICKS));
  await setStatus(admin, show, 'live');
  let count = 0;
  const playUpTo = async (end: number) => {
    await play(admin, show, songs.slice(count, end));
    count = end;
  };
  await playUpTo(5);

  const reducedMotion = 'no-preference';
  const { page } = await site.visit({ as: fan, isPhone: true, reducedMotion });
  await page.goto(`/live-setlist?show=${show.id}`);
  await expect(page.getByText('Song 5 of ~23')).toBeVisible();
  await watchWidth(page);
  const newest = page.getByRole('region', { name: 'Live Setlist' }).getByRole('listitem').last();
  const isInView = () =>
    newest.evaluate((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      const bar = document.querySelector('[aria-label="Your standing"]')?.getBoundingClientRect();
      return top >= 0 && bottom <= (bar?.top ?? 0);
    });
  for (const upTo of [8, 9, 10, 17, 18]) {
    await playUpTo(upTo);
    await expect(newest.getByText(songs[upTo - 1]?.title ?? '')).toBeVisible();
    await expect.poll(isInView, { message: `song ${upTo}` }).toBe(true);
  }

  await page.mouse.move(200, 400);
  await page.mouse.wheel(0, -2000);
  await expect(page.getByRole('button', { name: 'To song 18' })).toBeVisible();
  // Otherwise the wheel's animation would continue after the jump.
  await expect.poll(() => page.evaluate('window.scrollY')).toBe(0);
  await playUpTo(20);
  const jump = page.getByRole('button', { name: 'To song 20' });
  await expect(jump).toBeVisible();
  expect(await isInView()).toBe(false);
  await jump.click();
  await expect.poll(isInView).toBe(true);

  await page.getByRole('tab', { name: 'My picks' }).tap();
  await expect(jump.getByText(songs[19]?.title ?? '')).toBeInViewport({ ratio: 1 });
  await jump.tap();
  await expect.poll(isInView).toBe(true);

  await page.getByRole('tab', { name: 'Standings' }).tap();
  await expect(page.getByRole('tabpanel').getByText('lavender')).toBeVisible();
  await page.getByRole('tab', { name: 'Setlist' }).tap();
  await expect.poll(isInView).toBe(true);
  await playUpTo(MAX_PICKS);
  await expect(newest.getByText(songs[MAX_PICKS - 1]?.title ?? '')).toBeVisible();
  await expect.poll(isInView).toBe(true);
  await expect(jump).toHaveCount(0);
  expect(await readWidest(page)).toBe(PHONE.width);
});

const WATCH_SHIFTS = `
  window.shifts = 0;
  new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (window.shifts += value)))
    .observe({ type: 'layout-shift', buffered: true });`;

test('a small phone opens at the newest song, with the points and the rank', async ({
  site,
  admin,
  songs,
}) => {
  const fan = await signUpFan(site.url, 'tormentil');
  const show = await addShow(admin, 'The Low Ceiling', 24 * 60);
  await predict(fan, show, songs.slice(0, MAX_PICKS));
  await setStatus(admin, show, 'live');
  await play(admin, show, songs.slice(0, 15));

  const { page } = await site.visit({ as: fan, viewport: { width: 390, height: 700 } });
  await page.addInitScript(WATCH_SHIFTS);
  await page.goto(`/live-setlist?show=${show.id}`);
  await expect(page.getByText('Song 15 of ~23')).toBeVisible();
  await settled(page);
  expect(await page.evaluate('window.shifts'), 'what moved on the page').toBeLessThanOrEqual(0.02);
  const setlist = page.getByRole('region', { name: 'Live Setlist' });
  const newest = setlist.getByRole('listitem').last();
  const standing = page.getByRole('region', { name: 'Your standing' });
  const jump = page.getByRole('button', { name: 'To song 15' });
  for (const part of [
    page.getByRole('banner').getByText(show.name),
    newest,
    standing.getByText('pts so far'),
    standing.getByText('of 1', { exact: true }),
    page.getByRole('tab', { name: 'Standings' }),
  ])
    await expect(part).toBeInViewport({ ratio: 1 });
  await expect(jump).toHaveCount(0);

  await page.mouse.move(200, 400);
  await page.mouse.wheel(0, -2000);
  await expect.poll(() => page.evaluate('window.scrollY')).toBe(0);
  expect((await setlist.boundingBox())?.y).toBeLessThanOrEqual(120);
  await expect(page.getByText('Live Updates Active')).toBeInViewport({ ratio: 1 });
  await expect(jump.getByText(songs[14]?.title ?? '')).toBeInViewport({ ratio: 1 });
  await jump.focus();
  await page.keyboard.press('Enter');
  await expect(newest).toBeInViewport({ ratio: 1 });
  await expect(jump).toHaveCount(0);
  const bar = await standing.boundingBox();
  expect(findBottom(await newest.boundingBox())).toBeLessThanOrEqual(bar?.y ?? 0);
  await setStatus(admin, show, 'closed');
});

test('failing requests leave the displayed data in place', async ({ site, admin, songs }) => {
  const fan = await signUpFan(site.url, 'teasel');
  const show = await addShow(admin, 'The Thin Line', 24 * 60);
  await predict(fan, show, [songs[0]]);
  const queries = /\/api\/(shows|predictions)/;
  const { page } = await site.visit({ as: fan, isPhone: true });
  for (const [path, heading] of [
    ['/', 'Upcoming Shows Available for Prediction'],
    ['/shows', 'Show Schedule'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    await expect(page.getByText(show.name).first()).toBeVisible();

    const failed = page.waitForEvent('requestfailed');
    await page.route(queries, (route) => route.abort());
    await addShow(admin, 'Another Night', 24 * 61);
    await failed;
    await settled(page);
    await expect(page.getByText(show.name).first()).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await unroute(page, queries);
  }
});

for (const isPhone of [true, false])
  test(`a pending song keeps its place until it is saved, ${isPhone ? 'on a phone' : 'on a desktop'}`, async ({
    site,
    admin,
    songs,
  }) => {
    const show = await addShow(admin, 'The Steady Hand', 24 * 60);
    await setStatus(admin, show, 'live');
    const { page } = await site.visit({ as: admin, isPhone });
    await page.goto(`/admin?show=${show.id}`);
    const setlist = findSetlist(page);
    await expect(setlist.getByText('Nothing played yet.')).toBeVisible();
    const lengths = await setlist.evaluateHandle((region) => {
      const counts: number[] = [];
      const record = () => counts.push(region.querySelectorAll('li').length);
      new MutationObserver(record).observe(region, { childList: true, subtree: true });
      return counts;
    });
    const field = page.getByRole('textbox', { name: isPhone ? 'Next song' : 'Find a song' });
    const playedSongs = songs.slice(0, 6);
    for (const [place, { title }] of playedSongs.entries()) {
      await field.fill(title);
      await field.press('Enter');
      await expect.poll(() => fetchSetlist(admin, show)).toHaveLength(place + 1);
      await expect(setlist.getByRole('listitem').filter({ hasText: title })).toBeVisible();
    }
    await expect(setlist.getByText('not yet sent')).toHaveCount(0);
    const counts = await lengths.jsonValue();
    expect(counts.length).toBeGreaterThan(playedSongs.length);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    await setStatus(admin, show, 'closed');
  });

test("neither a toast nor the phone's keyboard covers an administrator's tools", async ({
  site,
  admin,
  songs,
}) => {
  // The panel preselects the earliest live show.
  const show = await addShow(admin, 'The Narrow Stage', 23 * 60);
  await setStatus(admin, show, 'live');
  const { page } = await site.visit({ as: admin, isPhone: true });
  await page.goto('/');
  await page.getByRole('link', { name: 'Enter the setlist' }).tap();
  await expect(page.getByLabel('Show', { exact: true })).toHaveValue(show.id);
  await expect(page.getByText('Nothing played yet.')).toBeVisible();
  const song = page.getByRole('combobox', { name: 'Song' }).first();
  const add = page.getByRole('button', { name: 'Add to setlist' });
  await song.fill(songs[0].title);
  await page.getByRole('listbox').getByRole('option').first().tap();
  await add.tap();
  await expect(findToast(page).getByText('Song added to setlist')).toBeVisible();
  // Measure now, because the toast closes soon.
  const toast = await findToast(page).boundingBox();
  const tools = [
    song,
    add,
    page.getByLabel('Show', { exact: true }),
    page.getByLabel('Status', { exact: true }),
    page.getByRole('button', { name: 'Toggle sidebar' }),
    ...(await page.getByRole('tab').all()),
    page.getByRole('region', { name: 'Current setlist' }).getByRole('button', { name: 'Undo' }),
  ];
  for (const tool of tools) expect(overlap(await tool.boundingBox(), toast), `${tool}`).toBe(false);

  await song.focus();
  // The size of a phone's viewport above the keyboard.
  await page.setViewportSize({ ...PHONE, height: 420 });
  await song.fill(songs[1].title);
  await expect(page.getByRole('listbox')).toBeVisible();
  const list = page.getByRole('listbox');
  await expect
    .poll(async () => overlap(await add.boundingBox(), await list.boundingBox()))
    .toBe(false);
  await expect.poll(async () => findBottom(await add.boundingBox())).toBeLessThan(420);
});

type Box = Awaited<ReturnType<Locator['boundingBox']>>;

function findBottom(box: Box): number {
  return box ? box.y + box.height : Number.POSITIVE_INFINITY;
}

function overlap(a: Box, b: Box): boolean {
  if (!a || !b) throw new Error('An element is not on the screen.');
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** Checks every frame, because an animated row is too wide only briefly. */
async function watchWidth(page: Page) {
  await page.evaluate(`(function watch() {
    const { scrollWidth } = document.documentElement;
    window.widest = Math.max(window.widest ?? 0, scrollWidth);
    requestAnimationFrame(watch);
  })()`);
}

async function readWidest(page: Page): Promise<unknown> {
  return page.evaluate('window.widest');
}
