import { expect, type Page } from '@playwright/test';
import { createPrediction } from '#contract/predictions.ts';
import { getSetlist } from '#contract/setlists.ts';
import { listShows, type Show } from '#contract/shows.ts';
import type { Song } from '#contract/songs.ts';
import { PHONE } from '../support/browser.ts';
import { type Stage, test } from './support/journey.ts';
import { expectFocus, tabTo } from './support/keyboard.ts';
import { type Person, signIn, signUpFan } from './support/people.ts';
import { ADMIN } from './support/product.ts';
import { readToast, toastOn } from './support/toast.ts';

/** Titles that no other title holds, so that typing one finds it first. */
function someSongs(songs: Song[]): [Song, Song, Song, Song] {
  const titles = songs.map(({ title }) => title.toLowerCase());
  const [a, b, c, d] = songs.filter(({ title }) => {
    const wanted = title.toLowerCase();
    return titles.filter((other) => other.includes(wanted)).length === 1;
  });
  if (!a || !b || !c || !d) throw new Error('The band has too few songs.');
  return [a, b, c, d];
}

/** The show that was just created on the screen, with a fan who has called its opener and closer. */
async function predictedShow(
  admin: Person,
  name: string,
  fan: Person,
  picks: readonly Song[],
): Promise<Show> {
  const show = (await admin.call(listShows)).find((one) => one.name === name);
  if (!show) throw new Error(`${name} was not created.`);
  const songIds = picks.map(({ id }) => id);
  await fan.call(createPrediction, { body: { showId: show.id, songIds } });
  return show;
}

async function played(admin: Person, show: Show): Promise<string[]> {
  const rows = await admin.call(getSetlist, { params: { id: show.id } });
  return rows.map(({ song }) => song.title);
}

/** A fan on a phone, at the live setlist, before anything is live. */
async function watch(stage: Stage, fan: Person) {
  const visit = await stage.visit({ as: fan, viewport: PHONE });
  await visit.page.goto('/live-setlist');
  await expect(visit.page.getByRole('heading', { name: 'No Live Shows' })).toBeVisible();
  return visit;
}

async function seesPoints(page: Page, text: RegExp) {
  await expect(
    page.getByRole('region', { name: 'Your standing' }).filter({ hasText: text }),
  ).toBeVisible();
}

/** A date some days ahead, as a date field takes it. */
function nextWeek(): string {
  return new Date(Date.now() + 7 * 24 * 60 * 60_000).toISOString().slice(0, 10);
}

test('an administrator runs a show with the mouse, and a fan on a phone follows it', async ({
  stage,
  admin,
  songs,
}) => {
  const [first, second, third, fourth] = someSongs(songs);
  const fan = await signUpFan(stage.url, 'marigold');
  const phone = await watch(stage, fan);
  const desk = await stage.visit();
  const { page } = desk;
  await signIn(page, admin);
  await page.goto('/');
  await page.getByRole('link', { name: 'Admin Panel' }).click();
  await page.getByRole('tab', { name: 'Shows' }).click();
  await page.getByRole('button', { name: 'Create Show' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('The Mousetrap');
  await dialog.getByLabel('City').fill('Troy');
  await dialog.getByLabel('Date and time').fill(`${nextWeek()}T19:30`);
  await dialog.getByRole('button', { name: 'Create Show' }).click();
  await readToast(page, 'Success', 'Show created successfully');
  const show = await predictedShow(admin, 'The Mousetrap', fan, [first, third]);

  await page.getByRole('link', { name: 'Setlist of The Mousetrap' }).click();
  const status = page.getByLabel('Status', { exact: true });
  await status.selectOption('live');
  await readToast(page, 'Success', 'Show status updated successfully');
  await expect(phone.page.getByText('Show starting soon...')).toBeVisible();

  const add = async (song: Song, isCloser = false) => {
    await page.getByRole('combobox', { name: 'Song' }).first().fill(song.title);
    await page.getByRole('listbox').getByRole('option').first().click();
    if (isCloser) await page.getByLabel('Mark as Closer (41 points)').check();
    await page.getByRole('button', { name: 'Add to setlist' }).click();
    await readToast(page, 'Success', 'Song added to setlist');
  };
  await add(first);
  await seesPoints(phone.page, /41 pts so far/);
  await add(third, true);
  await seesPoints(phone.page, /82 pts so far/);
  await expect(phone.page.getByText('Song 2 of ~23')).toBeVisible();

  // The band did not keep to the rules: insert, move, replace, and take the last of these back.
  await page.getByRole('button', { name: `More for ${third.title}` }).click();
  await page.getByRole('menuitem', { name: 'Insert before' }).click();
  await add(second);
  await expect.poll(() => played(admin, show)).toEqual([first.title, second.title, third.title]);
  await page.getByRole('button', { name: `Move ${first.title} down` }).click();
  await readToast(page, 'Success', 'Setlist song updated');
  await expect.poll(() => played(admin, show)).toEqual([second.title, first.title, third.title]);
  await seesPoints(phone.page, /51 pts so far/);
  await page.getByRole('button', { name: `Edit ${third.title}` }).click();
  const form = page.getByRole('form', { name: `Edit ${third.title}` });
  await form.getByLabel('Song', { exact: true }).fill(fourth.title);
  await page.getByRole('listbox').getByRole('option').first().click();
  await form.getByRole('button', { name: 'Save' }).click();
  await readToast(page, 'Success', 'Setlist song updated');
  await expect.poll(() => played(admin, show)).toEqual([second.title, first.title, fourth.title]);
  await seesPoints(phone.page, /10 pts so far/);
  for (const [titles, points] of [
    [[second.title, first.title, third.title], /51 pts so far/],
    [[first.title, second.title, third.title], /82 pts so far/],
  ] as const) {
    await page.getByRole('button', { name: 'Undo' }).click();
    await readToast(page, 'Success', 'Last change undone');
    await expect.poll(() => played(admin, show)).toEqual(titles);
    await seesPoints(phone.page, points);
  }

  await status.selectOption('closed');
  await readToast(page, 'Success', 'Show status updated successfully');
  await seesPoints(phone.page, /82 pts\W*Rank\W*1 of 1/);
  await page.getByRole('tab', { name: 'Scoring' }).click();
  await page.getByRole('button', { name: 'Calculate Scores' }).click();
  await readToast(page, 'Success', 'Scores calculated successfully');
  await expect(page.getByRole('row', { name: '1 marigold 82' })).toBeVisible();
  await phone.page.goto('/my-predictions');
  await expect(phone.page.getByText('82').first()).toBeVisible();
});

test('the same night by keyboard alone', async ({ stage, admin, songs }) => {
  const [first, second] = someSongs(songs);
  const fan = await signUpFan(stage.url, 'juniper');
  const phone = await watch(stage, fan);
  const desk = await stage.visit();
  const { page } = desk;
  const press = (key: string) => page.keyboard.press(key);
  const type = (text: string) => page.keyboard.type(text);
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await page.goto('/login');
  await tabTo(page, page.getByLabel('Email'));
  await type(ADMIN.email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await type(ADMIN.password);
  await press('Enter');
  await expect(page.getByRole('heading', { name: /^Welcome back, / })).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'Admin Panel' }), 'Shift+Tab');
  await press('Enter');
  await tabTo(page, page.getByRole('tab', { name: 'Live Setlist' }));
  await press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Shows', selected: true })).toBeVisible();

  await tabTo(page, button('Create Show'));
  await press('Enter');
  const dialog = page.getByRole('dialog');
  await tabTo(page, dialog.getByLabel('Name', { exact: true }));
  await type('The Keyboard Kitchen');
  await tabTo(page, dialog.getByLabel('City'));
  await type('Troy');
  await tabTo(page, dialog.getByLabel('Date and time'));
  const [year = '', month = '', day = ''] = nextWeek().split('-');
  await type(month + day + year);
  await press('Tab');
  await type('0730P');
  await press('Enter');
  await expect(toastOn(page).getByText('Show created successfully')).toBeVisible();
  await expectFocus(button('Create Show'));
  const show = await predictedShow(admin, 'The Keyboard Kitchen', fan, [first, second]);

  await tabTo(page, page.getByLabel('Status of The Keyboard Kitchen'));
  await type('l');
  await expect(phone.page.getByText('Show starting soon...')).toBeVisible();
  await tabTo(page, page.getByRole('tab', { name: 'Shows' }), 'Shift+Tab');
  await press('ArrowLeft');
  const chosen = page.getByLabel('Show', { exact: true });
  await expect(chosen).toHaveValue(show.id);
  await expect(page.getByText('Nothing played yet.')).toBeVisible();
  const song = page.getByRole('combobox', { name: 'Song' }).first();
  await tabTo(page, song);
  await type(first.title);
  await press('Enter');
  await press('Enter');
  await seesPoints(phone.page, /41 pts so far/);
  await expectFocus(song);
  await expect(song).toHaveValue('');
  await type(second.title);
  await press('Enter');
  await tabTo(page, page.getByLabel('Mark as Closer (41 points)'));
  await press('Space');
  await tabTo(page, button('Add to setlist'));
  await press('Enter');
  await seesPoints(phone.page, /82 pts so far/);
  await expectFocus(song);

  const edit = button(`Edit ${second.title}`);
  await tabTo(page, edit);
  await press('Enter');
  await expectFocus(page.getByRole('form').getByLabel('Notes (optional)'));
  await type('With a fiddle');
  await press('Enter');
  await expect(phone.page.getByText('With a fiddle')).toBeVisible();
  await expectFocus(edit);
  const more = button(`More for ${second.title}`);
  await tabTo(page, more);
  await press('Enter');
  await expectFocus(page.getByRole('menuitem').first());
  await press('End');
  await expectFocus(page.getByRole('menuitem').last());
  await press('Enter');
  await expectFocus(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }));
  await press('Escape');
  await expectFocus(more);

  await tabTo(page, page.getByLabel('Status', { exact: true }), 'Shift+Tab');
  await type('c');
  await seesPoints(phone.page, /82 pts\W*Rank\W*1 of 1/);
  await tabTo(page, page.getByRole('tab', { name: 'Live Setlist' }), 'Shift+Tab');
  for (const tab of ['Shows', 'Songs', 'Scoring']) {
    await press('ArrowRight');
    await expect(page.getByRole('tab', { name: tab, selected: true })).toBeVisible();
  }
  await tabTo(page, button('Calculate Scores'));
  await press('Enter');
  await expect(toastOn(page).getByText('Scores calculated successfully')).toBeVisible();
  await expect(page.getByRole('row', { name: '1 juniper 82' })).toBeVisible();
  await tabTo(page, page.getByRole('tab', { name: 'Scoring' }), 'Shift+Tab');
});
