import { expect, type Locator, type Page } from '@playwright/test';
import { type Site, test } from './support/journey.ts';
import { expectFocus } from './support/keyboard.ts';
import { predict } from './support/live-show.ts';
import { addShow, type Person, signUpFan } from './support/people.ts';
import { filterUniqueTitles, type Songs } from './support/songs.ts';

async function openFullSheet(site: Site, admin: Person, songs: Songs, handle: string) {
  const fan = await signUpFan(site.url, handle);
  const show = await addShow(admin, `The Thumb of ${handle}`, 24 * 60);
  const { id } = await predict(fan, show, songs.slice(0, 24));
  const { page } = await site.visit({ as: fan, isPhone: true });
  await page.goto(`/game?show=${show.id}&edit=${id}`);
  // The drag-and-drop code loads after the first render.
  await expect(findDragHandle(page, 24)).toHaveAttribute('aria-roledescription', 'sortable');
  return page;
}

const findDragHandle = (page: Page, place: number) =>
  page.getByRole('button', { name: new RegExp(`^Drag .*, position ${place} of`) });

test("the phone's picker lists likely songs first and adds a song by tap or Enter", async ({
  site,
  admin,
  songs,
}) => {
  const fan = await signUpFan(site.url, 'peony');
  const show = await addShow(admin, 'The Picker', 24 * 60);
  const { page } = await site.visit({ as: fan, isPhone: true });
  await page.goto(`/game?show=${show.id}`);
  await page.getByRole('button', { name: 'Add songs' }).tap();
  const picker = page.getByRole('dialog', { name: 'Available Songs' });
  await expect(picker.getByPlaceholder('Search songs...')).toBeVisible();
  await expect(page.locator('select:focus-visible')).toHaveCount(0);
  const options = picker.getByRole('list', { name: 'Songs to choose from' }).getByRole('listitem');
  const search = picker.getByPlaceholder('Search songs...');
  // The check requires that popularity order differs from alphabetical order.
  const [likely] = songs.toSorted((a, b) => b.timesPlayed - a.timesPlayed);
  await expect(options.first()).not.toContainText(songs[0].title);
  expect((await options.allTextContents()).slice(0, 5).join()).toContain(likely?.title);

  const [first, second] = filterUniqueTitles(songs);
  await search.fill(first.title);
  await expect(picker.getByText('Press Enter to add the top match', { exact: true })).toBeVisible();
  await expect(options.nth(1)).toHaveCount(0);
  await picker.getByRole('button', { name: `Add ${first.title}`, exact: true }).tap();
  await expect(
    picker.getByRole('status').filter({ hasText: `${first.title} added at #1` }),
  ).toBeVisible();
  await expectFocus(search);
  await expect(search).toHaveValue('');
  await page.keyboard.type(second.title);
  await page.keyboard.press('Enter');
  await expect(
    picker.getByText(`${second.title} added at #2`, { exact: true }).first(),
  ).toBeVisible();
  await expect(picker.getByText('No songs match your search')).toHaveCount(0);
  await picker.getByRole('button', { name: 'Done' }).tap();
  await expect(picker).toHaveCount(0);
  expect(await readPicks(page)).toEqual([first.title, second.title]);
});

test('a swipe over a drag handle scrolls the page and moves no song', async ({
  site,
  admin,
  songs,
}) => {
  const page = await openFullSheet(site, admin, songs, 'camellia');
  const previousPicks = await readPicks(page);
  await findDragHandle(page, 3).scrollIntoViewIfNeeded();
  const touch = await createTouch(page);
  const start = await findMiddle(findDragHandle(page, 3));
  const scrollTop = await page.evaluate(() => window.scrollY);
  const moveBy = (distance: number) => touch('touchMove', { ...start, y: start.y - distance });
  // Sent together, because a finger that rests for 200 ms starts a drag.
  await Promise.all([touch('touchStart', start), moveBy(20)]);
  for (let distance = 40; distance <= 260; distance += 20) await moveBy(distance);
  await touch('touchEnd');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(scrollTop + 100);
  expect(await readPicks(page)).toEqual(previousPicks);
});

test('a long press drags a song, and the list previews the new order', async ({
  site,
  admin,
  songs,
}) => {
  const page = await openFullSheet(site, admin, songs, 'burdock');
  const previousPicks = await readPicks(page);
  const touch = await createTouch(page);
  await findDragHandle(page, 3).scrollIntoViewIfNeeded();
  const [first, third] = [
    await findMiddle(findDragHandle(page, 1)),
    await findMiddle(findDragHandle(page, 3)),
  ];
  const rows = page.getByRole('list', { name: 'Your Prediction' }).getByRole('listitem');
  await touch('touchStart', first);
  await expect(page.getByText(/ moved to position 1 of 24/)).toBeAttached();
  for (let part = 1; part <= 8; part += 1)
    await touch('touchMove', { x: first.x, y: first.y + ((third.y - first.y) * part) / 8 });
  // Before the drop, the second song is previewed as the opener and the dragged one as third.
  await expect(rows.nth(1).getByText(/^opener 41$/i)).toBeVisible();
  await expect(rows.first()).toHaveText(/^3\b/, { useInnerText: true });
  await touch('touchEnd');
  const [a = '', b = '', c = '', ...rest] = previousPicks;
  await expect.poll(() => readPicks(page)).toEqual([b, c, a, ...rest]);
});

test("a pick's menu moves it by one or to any place, removes it, and returns the focus", async ({
  site,
  admin,
  songs,
}) => {
  const page = await openFullSheet(site, admin, songs, 'teasel');
  const [a = '', b = '', ...rest] = await readPicks(page);
  const findMenu = (title: string) => page.getByRole('dialog', { name: title, exact: true });
  const findMenuButton = (title: string) =>
    page.getByRole('button', { name: `Move or remove ${title}`, exact: true });
  await findMenuButton(b).tap();
  await expect(findMenu(b)).toBeVisible();
  await findMenu(b).getByRole('button', { name: 'Move up' }).tap();
  await expect.poll(() => readPicks(page)).toEqual([b, a, ...rest]);
  await expectFocus(findMenuButton(b));
  await findMenuButton(a).tap();
  await findMenu(a).getByLabel('Move to position').selectOption('24');
  await expect.poll(() => readPicks(page)).toEqual([b, ...rest, a]);
  await expectFocus(findMenuButton(a));
  await expectInView(findMenuButton(a));
  await findMenuButton(a).tap();
  await findMenu(a).getByRole('button', { name: 'Remove' }).tap();
  await expect.poll(() => readPicks(page)).toEqual([b, ...rest]);
  await expectFocus(findMenuButton(rest.at(-1) ?? ''));
  // The focus ring is visible only for keyboard users.
  await expect(page.locator(':focus-visible')).toHaveCount(0);
});

test('a fan sorts the songs by their gap', async ({ site, admin, songs }) => {
  const show = await addShow(admin, 'The Long Gap', 24 * 60);
  const { page } = await site.visit({ as: admin });
  await page.goto(`/game?show=${show.id}`);
  await page.getByLabel('Sort songs').selectOption('Longest gap');
  const [rarest] = songs.toSorted((a, b) => (b.gap ?? -1) - (a.gap ?? -1));
  const options = page.getByRole('list', { name: 'Songs to choose from' }).getByRole('listitem');
  await expect(options.first().filter({ hasText: rarest?.title ?? '' })).toBeVisible();
});

test('on a desktop, the footer of a full list and the last added song stay in view', async ({
  site,
  admin,
  songs,
}) => {
  const fan = await signUpFan(site.url, 'hawthorn');
  const show = await addShow(admin, 'The Long Sheet', 24 * 60);
  const { id } = await predict(fan, show, songs.slice(0, 20));
  const { page } = await site.visit({ as: fan });
  await page.goto(`/game?show=${show.id}&edit=${id}`);
  const options = page.getByRole('list', { name: 'Songs to choose from' }).getByRole('listitem');
  const rows = page.getByRole('list', { name: 'Your Prediction' }).getByRole('listitem');
  await expect(rows.nth(19)).toBeVisible();
  for (let count = 21; count <= 24; count += 1) {
    await options.first().getByRole('button').click();
    await expectInView(rows.nth(count - 1));
  }
  await expectInView(page.getByText('24 / 24', { exact: true }));
  await expectInView(page.getByRole('button', { name: 'Update Prediction' }));
  // The page itself must not scroll, or the sidebar would leave the view.
  const overflow = () => document.documentElement.scrollHeight - window.innerHeight;
  expect(await page.evaluate(overflow)).toBe(0);
});

function readPicks(page: Page): Promise<string[]> {
  const dragHandles = page.getByRole('button', { name: /^Drag / });
  return dragHandles.evaluateAll((buttons) =>
    buttons.map(
      (button) => button.getAttribute('aria-label')?.replace(/^Drag |, position .*/g, '') ?? '',
    ),
  );
}

async function expectInView(target: Locator): Promise<void> {
  const isSeen = () =>
    target.evaluate((element) => {
      const { left, top, height } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(left + 4, top + height / 2);
      return hit !== null && element.contains(hit);
    });
  await expect.poll(isSeen, { message: `${target} in view` }).toBe(true);
}

interface Point {
  x: number;
  y: number;
}

async function findMiddle(target: Locator): Promise<Point> {
  const box = await target.boundingBox();
  if (!box) throw new Error(`${target} is not visible.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Uses CDP. Touches that the page doesn't handle scroll it. */
async function createTouch(page: Page) {
  const session = await page.context().newCDPSession(page);
  return (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: Point) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] });
}
