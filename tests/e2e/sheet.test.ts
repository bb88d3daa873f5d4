import { expect, type Locator, type Page } from '@playwright/test';
import type { Song } from '#contract/songs.ts';
import { PHONE } from '../support/browser.ts';
import { test } from './support/journey.ts';
import { expectFocus } from './support/keyboard.ts';
import { addShow, signUpFan } from './support/people.ts';

test('on a phone: a swipe scrolls, a hold drags, and the picker keeps the keyboard', async ({
  stage,
  admin,
  songs,
}) => {
  const fan = await signUpFan(stage.url, 'periwinkle');
  const show = await addShow(admin, 'The Thumb', 24 * 60);
  const { page } = await stage.visit({ as: fan, isPhone: true });
  await page.goto(`/game?show=${show.id}`);
  await page.getByRole('button', { name: 'Add songs' }).tap();
  const picker = page.getByRole('dialog', { name: 'Available Songs' });
  const offered = picker.getByRole('list', { name: 'Songs to choose from' }).getByRole('listitem');
  const search = picker.getByPlaceholder('Search songs...');
  // The likely ones come first: what is played most has not begun with an A by chance.
  const [likely] = songs.toSorted((a, b) => b.timesPlayed - a.timesPlayed).slice(0, 1);
  await expect(offered.first()).not.toContainText(songs[0]?.title ?? '');
  expect((await offered.allTextContents()).slice(0, 5).join()).toContain(likely?.title);

  // One song is found, by tap and by Enter; then the whole list is there again.
  const [one, two] = songs.filter(({ title }) => isAlone(songs, title));
  if (!one || !two) throw new Error('The band has too few songs.');
  await search.fill(one.title);
  await expect(picker.getByText('Enter adds the first', { exact: true })).toBeVisible();
  await expect(offered.nth(1)).toHaveCount(0);
  await picker.getByRole('button', { name: `Add ${one.title}`, exact: true }).tap();
  await expect(
    picker.getByRole('status').filter({ hasText: `${one.title} added as 1` }),
  ).toBeVisible();
  await expectFocus(search);
  await expect(search).toHaveValue('');
  await page.keyboard.type(two.title);
  await page.keyboard.press('Enter');
  await expect(picker.getByText(`${two.title} added as 2`, { exact: true }).first()).toBeVisible();
  await expect(picker.getByText('No songs match your search')).toHaveCount(0);
  await picker.getByLabel('Sort songs').selectOption('A to Z');
  for (let count = 3; count <= 24; count += 1) {
    await offered.first().getByRole('button').tap();
    await expect(picker.getByText(`${count} / 24 songs selected`)).toBeVisible();
  }
  await picker.getByRole('button', { name: 'Done' }).tap();
  await expect(picker).toHaveCount(0);

  const before = await picksOn(page);
  const grip = (place: number) =>
    page.getByRole('button', { name: new RegExp(`^Drag .*, number ${place} of`) });
  await grip(3).scrollIntoViewIfNeeded();
  const touch = await touchOn(page);
  const start = await middleOf(grip(3));
  await touch('touchStart', start);
  for (let by = 20; by <= 260; by += 20) await touch('touchMove', { ...start, y: start.y - by });
  // At rest before it is lifted: the page does not roll on.
  await page.waitForTimeout(200);
  await touch('touchMove', { ...start, y: start.y - 260 });
  await touch('touchEnd');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  expect(await picksOn(page)).toEqual(before);

  await page.evaluate(() => window.scrollTo(0, 0));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  const [first, third] = [await middleOf(grip(1)), await middleOf(grip(3))];
  const rows = page.getByRole('list', { name: 'Your Prediction' }).getByRole('listitem');
  await touch('touchStart', first);
  // Held for a moment, it is picked up.
  await expect(page.getByText(/ is over number 1 of 24/)).toBeAttached();
  for (let part = 1; part <= 8; part += 1)
    await touch('touchMove', { x: first.x, y: first.y + ((third.y - first.y) * part) / 8 });
  // Still under the finger: the second would be the opener, and the dragged one third.
  await expect(rows.nth(1).getByText(/^opener 41$/i)).toBeVisible();
  await expect(rows.first()).toHaveText(/^3\b/, { useInnerText: true });
  await touch('touchEnd');
  const [a = '', b = '', c = '', ...rest] = before;
  await expect.poll(() => picksOn(page)).toEqual([b, c, a, ...rest]);

  // Place by place or at once: the focus stays with the song that was moved.
  const tool = (name: string) => page.getByLabel(name, { exact: true });
  await tool(`Move ${a} up`).tap();
  await expectFocus(tool(`Move ${a} up`));
  await tool(`Move ${a} to place`).selectOption('24');
  await expect.poll(() => picksOn(page)).toEqual([b, c, ...rest, a]);
  await expectFocus(tool(`Move ${a} to place`));
  const row = rows.last();
  const top = () => row.evaluate((element) => element.getBoundingClientRect().top);
  expect(await top()).toBeLessThan(PHONE.height);
});

test('on a desktop the foot of a full sheet stays in sight, and so does what was just added', async ({
  stage,
  admin,
  songs,
}) => {
  const fan = await signUpFan(stage.url, 'hawthorn');
  const show = await addShow(admin, 'The Long Sheet', 24 * 60);
  const { page } = await stage.visit({ as: fan });
  await page.goto(`/game?show=${show.id}`);
  await page.getByLabel('Sort songs').selectOption('Longest gap');
  const gaps = await page.getByText('shows since', { exact: false }).count();
  expect(gaps).toBeGreaterThan(1);
  const [rarest] = songs.toSorted((a, b) => (b.gap ?? -1) - (a.gap ?? -1));
  const offered = page.getByRole('list', { name: 'Songs to choose from' }).getByRole('listitem');
  await expect(offered.first().filter({ hasText: rarest?.title ?? '' })).toBeVisible();
  const rows = page.getByRole('list', { name: 'Your Prediction' }).getByRole('listitem');
  for (let count = 1; count <= 24; count += 1) {
    await offered.first().getByRole('button').click();
    await expect(rows.nth(count - 1)).toBeVisible();
    if (count % 8 === 0) await expectInSight(rows.last());
  }
  await expectInSight(page.getByText('24 / 24', { exact: true }));
  await expectInSight(page.getByRole('button', { name: 'Submit Prediction' }));
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

/** Whether a search for the title finds that song alone. */
function isAlone(songs: Song[], title: string): boolean {
  const holds = (text: string | null) => text?.toLowerCase().includes(title.toLowerCase());
  return songs.filter((song) => holds(song.title) || holds(song.album)).length === 1;
}

function picksOn(page: Page): Promise<string[]> {
  const grips = page.getByRole('button', { name: /^Drag / });
  return grips.evaluateAll((buttons) =>
    buttons.map(
      (button) => button.getAttribute('aria-label')?.replace(/^Drag |, number .*/g, '') ?? '',
    ),
  );
}

async function expectInSight(what: Locator): Promise<void> {
  const isSeen = () =>
    what.evaluate((element) => {
      const { left, top, height } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(left + 4, top + height / 2);
      return hit !== null && element.contains(hit);
    });
  await expect.poll(isSeen, { message: `${what} in sight` }).toBe(true);
}

interface Point {
  x: number;
  y: number;
}

async function middleOf(what: Locator): Promise<Point> {
  const box = await what.boundingBox();
  if (!box) throw new Error(`${what} is not in sight.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** A finger on the glass, as the browser meets it: what it does not take for itself scrolls. */
async function touchOn(page: Page) {
  const session = await page.context().newCDPSession(page);
  return (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: Point) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
}
