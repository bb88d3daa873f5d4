import { expect, type Page } from '@playwright/test';
import { listSongs, type Song } from '#contract/songs.ts';
import { test } from './support/journey.ts';
import { expectFocus, tabTo } from './support/keyboard.ts';
import { addShow } from './support/people.ts';
import { expectPicks } from './support/picks.ts';

test('a fan signs up, predicts, edits and signs out without a mouse', async ({ stage, admin }) => {
  const show = await addShow(admin, 'The Keyboard Lounge', 24 * 60);
  const [first, second, third] = unmistakable(await admin.call(listSongs));
  if (!first || !second || !third) throw new Error('The band has too few songs.');
  const { page } = await stage.visit();
  const press = (key: string) => page.keyboard.press(key);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const link = (name: string) => page.getByRole('link', { name, exact: true });

  await page.goto('/');
  await tabTo(page, link('Start Playing').first());
  await press('Enter');
  for (const [label, typed] of [
    ['Email', 'juniper@example.com'],
    ['Username', 'juniper'],
    ['Password', 'front row every night'],
    ['Confirm password', 'front row every night'],
  ] as const) {
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await page.keyboard.type(typed);
  }
  await press('Enter');
  await expect(page.getByRole('heading', { name: 'Welcome back, juniper!' })).toBeVisible();
  await press('F8');
  await expectFocus(page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('list'));

  // The sidebar folds and unfolds, and the skip link passes it by.
  await press('Control+b');
  await expect(page.getByText('juniper@example.com')).toBeHidden();
  await press('Control+b');
  await expect(page.getByText('juniper@example.com')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Welcome back, juniper!' })).toBeVisible();
  await tabTo(page, link('Skip to the page'));
  await press('Enter');
  await tabTo(page, link(`Make Prediction: ${show.name}`));
  await press('Enter');

  const search = page.getByPlaceholder('Search songs...');
  await tabTo(page, search);
  for (const song of [first, second, third]) {
    await page.keyboard.type(song.title);
    await press('Enter');
    await announced(page, `${song.title} added as number`);
    await expectFocus(search);
  }
  // The songs are one stop, and arrows go from one to the next.
  const offered = page.getByRole('list', { name: 'Songs to choose from' }).getByRole('button');
  await tabTo(page, offered.first());
  await press('ArrowDown');
  await press('ArrowDown');
  await press('ArrowUp');
  await expectFocus(offered.nth(1));
  await tabTo(page, button(`Move ${third.title} up`));
  await press('Enter');
  await expectFocus(button(`Move ${third.title} up`));
  await press('Enter');
  // At the top there is no further up: the focus stays in the row.
  await expectFocus(button(`Move ${third.title} down`));
  await expectPicks(page, [third, first, second]);
  await tabTo(page, button(`Drag ${first.title}, number 2 of 3`));
  await press('Space');
  await announced(page, `${first.title} is over number 2 of 3`);
  await press('ArrowDown');
  await announced(page, `${first.title} is over number 3 of 3`);
  await press('Space');
  await expectPicks(page, [third, second, first]);
  await expectFocus(button(`Drag ${first.title}, number 3 of 3`));
  await tabTo(page, button(`Remove ${second.title}`), 'Shift+Tab');
  await press('Enter');
  await expectFocus(button(`Remove ${first.title}`));
  await expectPicks(page, [third, first]);
  await tabTo(page, button('Submit Prediction'));
  await press('Enter');
  await expect(page.getByText('Prediction submitted!', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'My Predictions' })).toBeVisible();

  const view = button(`View & Download: ${show.name}`);
  await tabTo(page, view);
  await press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Your Setlist Prediction' });
  await tabTo(page, dialog.getByRole('button', { name: 'Close' }));
  await press('Escape');
  await expect(dialog).toHaveCount(0);
  await expectFocus(view);

  await tabTo(page, link(`Edit Prediction: ${show.name}`), 'Shift+Tab');
  await press('Enter');
  await tabTo(page, search);
  await page.keyboard.type(second.title);
  await press('Enter');
  await expectPicks(page, [third, first, second]);
  await tabTo(page, button('Update Prediction'));
  await press('Enter');
  await expect(page.getByText('Prediction updated!', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'My Predictions' })).toBeVisible();

  await tabTo(page, button('Logout'), 'Shift+Tab');
  await press('Enter');
  await expect(link('Start Playing').first()).toBeVisible();
});

/** Titles that no other title holds: the first song found is the one meant. */
function unmistakable(songs: readonly Song[]): Song[] {
  const titles = songs.map(({ title }) => title.toLowerCase());
  return songs.filter(({ title }) => {
    const wanted = title.toLowerCase();
    return titles.filter((other) => other.includes(wanted)).length === 1;
  });
}

async function announced(page: Page, text: string) {
  await expect(page.getByRole('status').filter({ hasText: text }).first()).toBeAttached();
}
