import { expect, type Page } from '@playwright/test';
import type { Show } from '#contract/shows.ts';
import type { Song } from '#contract/songs.ts';
import { PHONE } from '../support/browser.ts';
import { ADMIN } from '../support/run-product.ts';
import { checkAccessibility } from './support/accessibility.ts';
import { type Site, test } from './support/journey.ts';
import { expectFocus, pressEscape, tabTo } from './support/keyboard.ts';
import { fetchSetlist, play, predict, setStatus } from './support/live-show.ts';
import { addShow, type Person, signUpFan } from './support/people.ts';
import { filterUniqueTitles } from './support/songs.ts';
import { expectToast, findToast } from './support/toast.ts';

interface OpenedShow {
  show: Show;
  desktop: Page;
  phone: Page;
}

async function openShow(
  site: Site,
  admin: Person,
  name: string,
  { picks, played = [] }: { picks: readonly Song[]; played?: readonly Song[] },
): Promise<OpenedShow> {
  const handle = name.toLowerCase().replaceAll(' ', '-');
  const fan = await signUpFan(site.url, handle);
  // Within two hours of the start, going live needs no confirmation.
  const show = await addShow(admin, name, 90);
  await predict(fan, show, picks);
  if (played.length > 0) await setStatus(admin, show, 'live');
  await play(admin, show, played);
  const { page: phone } = await site.visit({ as: fan, viewport: PHONE });
  await phone.goto(`/live-setlist?show=${show.id}`);
  const { page: desktop } = await site.visit({ as: admin });
  await desktop.goto(`/admin?show=${show.id}`);
  // Appears above the form once the setlist loads.
  await expect(desktop.getByRole('heading', { name: 'Next song' })).toBeVisible();
  return { show, desktop, phone };
}

async function expectPoints(phone: Page, text: RegExp) {
  await expect(
    phone.getByRole('region', { name: 'Your standing' }).filter({ hasText: text }),
  ).toBeVisible();
}

async function expectPlayed(admin: Person, show: Show, songs: readonly Song[]) {
  await expect
    .poll(async () => (await fetchSetlist(admin, show)).map(({ song }) => song.title))
    .toEqual(songs.map(({ title }) => title));
}

test.describe('with the mouse', () => {
  async function add(desktop: Page, song: Song) {
    await desktop.getByRole('combobox', { name: 'Song' }).first().fill(song.title);
    await desktop.getByRole('listbox').getByRole('option').first().click();
    await desktop.getByRole('button', { name: 'Add to setlist' }).click();
    await expectToast(desktop, 'Success', 'Song added to setlist');
  }

  test('points update after songs are inserted, moved and replaced, and after an undo', async ({
    site,
    admin,
    songs,
  }) => {
    const [first, second, third, fourth] = filterUniqueTitles(songs);
    const { show, desktop, phone } = await openShow(site, admin, 'Mousehole', {
      picks: [first, third],
      played: [first, third],
    });
    await expectPoints(phone, /68 pts so far/);
    await desktop.getByRole('button', { name: `More actions for ${third.title}` }).click();
    await desktop.getByRole('menuitem', { name: 'Insert before' }).click();
    await expectFocus(desktop.getByRole('combobox', { name: 'Song' }).first());
    await add(desktop, second);
    await expectPlayed(admin, show, [first, second, third]);
    await expectPoints(phone, /51 pts so far/);
    await desktop.getByRole('button', { name: `Move ${first.title} down` }).click();
    await expectToast(desktop, 'Success', 'Setlist song updated');
    await expectPlayed(admin, show, [second, first, third]);
    await expectPoints(phone, /20 pts so far/);
    await desktop.getByRole('button', { name: `Edit ${third.title}` }).click();
    const form = desktop.getByRole('form', { name: `Edit ${third.title}` });
    await form.getByLabel('Song', { exact: true }).fill(fourth.title);
    await desktop.getByRole('listbox').getByRole('option').first().click();
    await form.getByRole('button', { name: 'Save' }).click();
    await expectToast(desktop, 'Success', 'Setlist song updated');
    await expectPlayed(admin, show, [second, first, fourth]);
    await expectPoints(phone, /10 pts so far/);
    await desktop
      .getByRole('region', { name: 'Current setlist' })
      .getByRole('button', { name: /^Undo: / })
      .click();
    await expectToast(desktop, 'Success', 'Last change undone');
    await expectPlayed(admin, show, [second, first, third]);
    await expectPoints(phone, /20 pts so far/);
  });
});

test.describe('with the keyboard', () => {
  const findButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  test('an administrator signs in and adds a show', async ({ site }) => {
    const { page } = await site.visit();
    const press = (key: string) => page.keyboard.press(key);
    const type = (text: string) => page.keyboard.type(text);
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
    await tabTo(page, findButton(page, 'Create Show'));
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
    await expect(findToast(page).getByText('Show created successfully')).toBeVisible();
    await expectFocus(findButton(page, 'Create Show'));
    await expect(page.getByText('The Keyboard Kitchen').first()).toBeVisible();
  });

  test('the song field regains focus after each added song', async ({ site, admin, songs }) => {
    const [first, second] = filterUniqueTitles(songs);
    const options = { picks: [first, second] };
    const { desktop, phone } = await openShow(site, admin, 'Keyhole', options);
    const press = (key: string) => desktop.keyboard.press(key);
    const type = (text: string) => desktop.keyboard.type(text);
    const status = desktop.getByLabel('Status', { exact: true });
    await tabTo(desktop, status);
    await type('l');
    await expect(phone.getByText('Show starting soon...')).toBeVisible();
    const song = desktop.getByRole('combobox', { name: 'Song' }).first();
    await tabTo(desktop, song);
    await type(first.title);
    await press('Enter');
    await press('Enter');
    await expectPoints(phone, /41 pts so far/);
    await expectFocus(song);
    await expect(song).toHaveValue('');
    await type(second.title);
    await press('Enter');
    await tabTo(desktop, desktop.getByLabel('Mark as Closer (41 points)'));
    await press('Space');
    await tabTo(desktop, findButton(desktop, 'Add to setlist'));
    await press('Enter');
    await expectPoints(phone, /82 pts so far/);
    await expectFocus(song);
    await checkAccessibility(desktop, 'admin: Live Setlist');
    await tabTo(desktop, status, 'Shift+Tab');
    await type('c');
    await expectPoints(phone, /82 pts\W*Rank\W*1 of 1/);
  });

  test("focus returns from a row's form, dialog and menu", async ({ site, admin, songs }) => {
    const [first, song] = filterUniqueTitles(songs);
    const options = { picks: [song], played: [first, song] };
    const { desktop, phone } = await openShow(site, admin, 'Keystone', options);
    const press = (key: string) => desktop.keyboard.press(key);
    const edit = findButton(desktop, `Edit ${song.title}`);
    await tabTo(desktop, edit);
    await press('Enter');
    await expectFocus(desktop.getByRole('form').getByLabel('Notes (optional)'));
    await desktop.keyboard.type('With a fiddle');
    await press('Enter');
    await expect(phone.getByText('With a fiddle')).toBeVisible();
    await expectFocus(edit);
    for (const [name, dialog] of [
      ['Remove', desktop.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })],
      ['More actions for', desktop.getByRole('menuitem').first()],
    ] as const) {
      const opener = findButton(desktop, `${name} ${song.title}`);
      await tabTo(desktop, opener);
      await press('Enter');
      await expectFocus(dialog);
      await pressEscape(desktop);
      await expectFocus(opener);
    }
  });
});

/** In the format of a date field. */
function nextWeek(): string {
  return new Date(Date.now() + 7 * 24 * 60 * 60_000).toISOString().slice(0, 10);
}
