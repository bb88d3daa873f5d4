import { expect, type Page } from '@playwright/test';
import type { Show } from '#contract/shows.ts';
import type { Song } from '#contract/songs.ts';
import { type Site, test } from './support/journey.ts';
import { expectFocus, pressEscape, tabTo } from './support/keyboard.ts';
import { predict } from './support/live-show.ts';
import { addShow, signUpFan } from './support/people.ts';
import { expectPicks } from './support/picks.ts';
import { filterUniqueTitles } from './support/songs.ts';

const findButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

let show: Show;
test.beforeAll(async ({ admin }) => {
  show = await addShow(admin, 'The Keyboard Lounge', 24 * 60);
});

async function expectAnnounced(page: Page, text: string) {
  await expect(page.getByRole('status').filter({ hasText: text }).first()).toBeAttached();
}

async function openAsPredictor(
  site: Site,
  handle: string,
  path: string,
  picks: readonly Song[],
): Promise<Page> {
  const fan = await signUpFan(site.url, handle);
  const { id } = await predict(fan, show, picks);
  const { page } = await site.visit({ as: fan });
  await page.goto(path.replace('{prediction}', id));
  return page;
}

test('a visitor signs up and focuses the notifications with F8', async ({ site }) => {
  const { page } = await site.visit();
  await page.goto('/');
  await tabTo(page, link(page, 'Start Playing').first());
  await page.keyboard.press('Enter');
  for (const [label, value] of [
    ['Email', 'jujube@example.com'],
    ['Username', 'jujube'],
    ['Password', 'front row every night'],
    ['Confirm password', 'front row every night'],
  ] as const) {
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await page.keyboard.type(value);
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Welcome back, jujube!' })).toBeVisible();
  const notifications = page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('list');
  await expect(notifications).toBeAttached();
  await page.keyboard.press('F8');
  await expectFocus(notifications);
});

test('a fan skips the sidebar, adds songs and submits a prediction, and the song list is one tab stop', async ({
  site,
  songs,
}) => {
  const { page } = await site.visit({ as: await signUpFan(site.url, 'sowthistle') });
  await page.goto('/game');
  await expect(link(page, `Make Prediction: ${show.name}`)).toBeVisible();
  await tabTo(page, link(page, 'Skip to content'));
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.locator('main :focus')).toBeVisible();
  await tabTo(page, link(page, `Make Prediction: ${show.name}`));
  await page.keyboard.press('Enter');

  const [first, second] = filterUniqueTitles(songs);
  const search = page.getByPlaceholder('Search songs...');
  await tabTo(page, search);
  for (const song of [first, second]) {
    await page.keyboard.type(song.title);
    await page.keyboard.press('Enter');
    await expectAnnounced(page, `${song.title} added at position`);
    await expectFocus(search);
  }
  const options = page.getByRole('list', { name: 'Songs to choose from' }).getByRole('button');
  await tabTo(page, options.first());
  for (const arrow of ['ArrowDown', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(arrow);
  await expectFocus(options.nth(1));
  await page.keyboard.press('Tab');
  await expect(options.and(page.locator(':focus'))).toHaveCount(0);
  await tabTo(page, findButton(page, 'Submit Prediction'));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Prediction submitted!', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'My Predictions' })).toBeVisible();
});

test('focus stays with picks that are moved, dragged and removed', async ({
  site,
  songs: [first, second, third],
}) => {
  const path = `/game?show=${show.id}&edit={prediction}`;
  const page = await openAsPredictor(site, 'rowan', path, [first, second, third]);
  const press = (key: string) => page.keyboard.press(key);
  await tabTo(page, findButton(page, `Move ${third.title} up`));
  await press('Enter');
  await expectFocus(findButton(page, `Move ${third.title} up`));
  await press('Enter');
  // Move up is disabled for the first pick, so focus moves within the row.
  await expectFocus(findButton(page, `Move ${third.title} down`));
  await expectPicks(page, [third, first, second]);
  const dragHandle = findButton(page, `Drag ${first.title}, position 2 of 3`);
  await expect(dragHandle).toHaveAttribute('aria-roledescription', 'sortable');
  await tabTo(page, dragHandle);
  await press('Space');
  await expectAnnounced(page, `${first.title} moved to position 2 of 3`);
  // dnd-kit adds its key listener in a timer, which runs before this one.
  await page.evaluate(`new Promise((resolve) => setTimeout(resolve))`);
  await press('ArrowDown');
  await expectAnnounced(page, `${first.title} moved to position 3 of 3`);
  await press('Space');
  await expectPicks(page, [third, second, first]);
  await expectFocus(findButton(page, `Drag ${first.title}, position 3 of 3`));
  await tabTo(page, findButton(page, `Remove ${second.title}`), 'Shift+Tab');
  await press('Enter');
  await expectFocus(findButton(page, `Remove ${first.title}`));
  await expectPicks(page, [third, first]);
});

test("focus returns to a card's button when its dialog closes, and a fan edits the prediction and signs out", async ({
  site,
  songs,
}) => {
  const [first, second] = filterUniqueTitles(songs);
  const page = await openAsPredictor(site, 'teasel', '/my-predictions', [first]);
  const view = findButton(page, `View & Download: ${show.name}`);
  await tabTo(page, view);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Your Setlist Prediction' });
  await tabTo(page, dialog.getByRole('button', { name: 'Close' }));
  await pressEscape(page);
  await expect(dialog).toHaveCount(0);
  await expectFocus(view);

  await tabTo(page, link(page, `Edit Prediction: ${show.name}`));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByPlaceholder('Search songs...'));
  await page.keyboard.type(second.title);
  await page.keyboard.press('Enter');
  await expectPicks(page, [first, second]);
  await tabTo(page, findButton(page, 'Update Prediction'));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Prediction updated!', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'My Predictions' })).toBeVisible();

  await tabTo(page, findButton(page, 'Logout'));
  await page.keyboard.press('Enter');
  await expect(link(page, 'Start Playing').first()).toBeVisible();
});
