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
  /** The administrator's page. */
  desk: Page;
  /** The page of a fan who predicted the show and follows it. */
  phone: Page;
}

/** Opens a show on the administrator's page and on the page of a fan who predicted it. */
async function openShow(
  site: Site,
  admin: Person,
  name: string,
  { picks, played = [] }: { picks: readonly Song[]; played?: readonly Song[] },
): Promise<OpenedShow> {
  const handle = name.toLowerCase().replaceAll(' ', '-');
  const fan = await signUpFan(site.url, handle);
  // Less than two hours, so going live asks nothing.
  const show = await addShow(admin, name, 90);
  await predict(fan, show, picks);
  if (played.length > 0) await setStatus(admin, show, 'live');
  await play(admin, show, played);
  const { page: phone } = await site.visit({ as: fan, viewport: PHONE });
  await phone.goto(`/live-setlist?show=${show.id}`);
  const { page: desk } = await site.visit({ as: admin });
  await desk.goto(`/admin?show=${show.id}`);
  // Appears above the form when the setlist loads.
  await expect(desk.getByRole('heading', { name: 'Next song' })).toBeVisible();
  return { show, desk, phone };
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
  async function add(desk: Page, song: Song) {
    await desk.getByRole('combobox', { name: 'Song' }).first().fill(song.title);
    await desk.getByRole('listbox').getByRole('option').first().click();
    await desk.getByRole('button', { name: 'Add to setlist' }).click();
    await expectToast(desk, 'Success', 'Song added to setlist');
  }

  test('points follow inserted, moved and replaced songs, and an undo', async ({
    site,
    admin,
    songs,
  }) => {
    const [first, second, third, fourth] = filterUniqueTitles(songs);
    const { show, desk, phone } = await openShow(site, admin, 'Mousehole', {
      picks: [first, third],
      played: [first, third],
    });
    await expectPoints(phone, /68 pts so far/);
    await desk.getByRole('button', { name: `More actions for ${third.title}` }).click();
    await desk.getByRole('menuitem', { name: 'Insert before' }).click();
    await expectFocus(desk.getByRole('combobox', { name: 'Song' }).first());
    await add(desk, second);
    await expectPlayed(admin, show, [first, second, third]);
    await expectPoints(phone, /51 pts so far/);
    await desk.getByRole('button', { name: `Move ${first.title} down` }).click();
    await expectToast(desk, 'Success', 'Setlist song updated');
    await expectPlayed(admin, show, [second, first, third]);
    await expectPoints(phone, /20 pts so far/);
    await desk.getByRole('button', { name: `Edit ${third.title}` }).click();
    const form = desk.getByRole('form', { name: `Edit ${third.title}` });
    await form.getByLabel('Song', { exact: true }).fill(fourth.title);
    await desk.getByRole('listbox').getByRole('option').first().click();
    await form.getByRole('button', { name: 'Save' }).click();
    await expectToast(desk, 'Success', 'Setlist song updated');
    await expectPlayed(admin, show, [second, first, fourth]);
    await expectPoints(phone, /10 pts so far/);
    await desk
      .getByRole('region', { name: 'Current setlist' })
      .getByRole('button', { name: /^Undo: / })
      .click();
    await expectToast(desk, 'Success', 'Last change undone');
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
    const { desk, phone } = await openShow(site, admin, 'Keyhole', options);
    const press = (key: string) => desk.keyboard.press(key);
    const type = (text: string) => desk.keyboard.type(text);
    const status = desk.getByLabel('Status', { exact: true });
    await tabTo(desk, status);
    await type('l');
    await expect(phone.getByText('Show starting soon...')).toBeVisible();
    const song = desk.getByRole('combobox', { name: 'Song' }).first();
    await tabTo(desk, song);
    await type(first.title);
    await press('Enter');
    await press('Enter');
    await expectPoints(phone, /41 pts so far/);
    await expectFocus(song);
    await expect(song).toHaveValue('');
    await type(second.title);
    await press('Enter');
    await tabTo(desk, desk.getByLabel('Mark as Closer (41 points)'));
    await press('Space');
    await tabTo(desk, findButton(desk, 'Add to setlist'));
    await press('Enter');
    await expectPoints(phone, /82 pts so far/);
    await expectFocus(song);
    await checkAccessibility(desk, 'admin: Live Setlist');
    await tabTo(desk, status, 'Shift+Tab');
    await type('c');
    await expectPoints(phone, /82 pts\W*Rank\W*1 of 1/);
  });

  test("focus returns from a row's form, dialog and menu", async ({ site, admin, songs }) => {
    const [first, song] = filterUniqueTitles(songs);
    const options = { picks: [song], played: [first, song] };
    const { desk, phone } = await openShow(site, admin, 'Keystone', options);
    const press = (key: string) => desk.keyboard.press(key);
    const edit = findButton(desk, `Edit ${song.title}`);
    await tabTo(desk, edit);
    await press('Enter');
    await expectFocus(desk.getByRole('form').getByLabel('Notes (optional)'));
    await desk.keyboard.type('With a fiddle');
    await press('Enter');
    await expect(phone.getByText('With a fiddle')).toBeVisible();
    await expectFocus(edit);
    for (const [name, dialog] of [
      ['Remove', desk.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })],
      ['More actions for', desk.getByRole('menuitem').first()],
    ] as const) {
      const opener = findButton(desk, `${name} ${song.title}`);
      await tabTo(desk, opener);
      await press('Enter');
      await expectFocus(dialog);
      await pressEscape(desk);
      await expectFocus(opener);
    }
  });
});

/** A date next week, in the format of a date field. */
function nextWeek(): string {
  return new Date(Date.now() + 7 * 24 * 60 * 60_000).toISOString().slice(0, 10);
}
