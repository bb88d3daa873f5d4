import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { listUsers, setUserRole } from '#contract/accounts.ts';
import {
  addSetlistSong,
  getSetlist,
  removeSetlistSong,
  type SetlistEntry,
  updateSetlistSong,
} from '#contract/setlists.ts';
import { type Show, setShowStatus, updateShow } from '#contract/shows.ts';
import { listSongs, type Song, updateSong } from '#contract/songs.ts';
import { signInByForm } from '../support/browser.ts';
import { addShow, type Person, signInAdmin, signUpFan } from './support/people.ts';
import { openStage } from './support/stage.ts';
import { dismissToast, readToast, toastOn } from './support/toast.ts';

const stage = openStage();
let admin: Person;
let ben: Person;
let songs: [Song, Song, Song];

beforeAll(async () => {
  admin = await signInAdmin(stage.url);
  ben = await signUpFan(stage.url, 'ben-hollow', 'Ben Hollow');
  const [one, two, three] = await admin.call(listSongs);
  if (!one || !two || !three) throw new Error('The band has too few songs.');
  songs = [one, two, three];
});

const idOf = async (person: Person) => {
  const users = await admin.call(listUsers);
  return users.find(({ email }) => email === person.email)?.id ?? '';
};

test('a second administrator is made on the screen, at once, and unmade; the last one stays', async () => {
  const [desk, fans] = [await stage.visit(), await stage.visit()];
  await signInByForm(fans.page, ben);
  await fans.page.getByRole('navigation').first().waitFor();
  expect(await fans.page.getByRole('link', { name: 'Admin Panel' }).count()).toBe(0);
  await signInByForm(desk.page, admin);
  await desk.page.getByRole('link', { name: 'Admin Panel' }).click();
  await desk.page.getByRole('tab', { name: 'Users' }).click();

  const change = async (name: string, confirm: string) => {
    await desk.page.getByRole('button', { name: `Change the role of ${name}` }).click();
    await desk.page.getByRole('alertdialog').getByRole('button', { name: confirm }).click();
  };
  await change(admin.username, 'Remove as administrator');
  await readToast(desk.page, 'Error', 'The last administrator cannot be revoked');
  await desk.page.getByRole('button', { name: 'Cancel' }).click();

  await change('Ben Hollow', 'Make administrator');
  await readToast(desk.page, 'Success', 'Ben Hollow is an administrator now');
  await fans.page.getByRole('link', { name: 'Admin Panel' }).waitFor();
  await change('Ben Hollow', 'Remove as administrator');
  await readToast(desk.page, 'Success', 'Ben Hollow is no longer an administrator');
  await fans.page.getByRole('link', { name: 'Admin Panel' }).waitFor({ state: 'detached' });
  await fans.context.close();
  await desk.context.close();
});

/** The panel of the first administrator; the second one acts by the API meanwhile. */
async function openPanel(show: Show): Promise<Page> {
  const { page } = await stage.visit();
  await signInByForm(page, admin);
  await page.goto(`/admin?show=${show.id}`);
  await page.getByRole('region', { name: 'Current setlist' }).waitFor();
  return page;
}

async function makeBenAdministrator() {
  await admin.call(setUserRole, { params: { id: await idOf(ben) }, body: { isAdmin: true } });
}

async function setlistOf(show: Show): Promise<SetlistEntry[]> {
  return admin.call(getSetlist, { params: { id: show.id } });
}

test('a row that both edit keeps what was typed and shows both; undo takes its own and names what it takes', async () => {
  await makeBenAdministrator();
  const show = await addShow(admin, 'Two Pens', 24 * 60);
  const params = { id: show.id };
  await admin.call(setShowStatus, { params, body: { status: 'live' } });
  const row = await admin.call(addSetlistSong, { params, body: { songId: songs[0].id } });
  const { title } = row.song;
  const page = await openPanel(show);
  await page.getByRole('button', { name: `Edit ${title}` }).click();
  const form = page.getByRole('form', { name: `Edit ${title}` });
  await form.getByLabel('Notes (optional)').fill('with horns');
  await ben.call(updateSetlistSong, {
    params: { ...params, setlistSongId: row.id },
    body: { isCloser: true, notes: 'slow' },
  });
  const both = form.getByRole('region', { name: 'Changed meanwhile' });
  await both.getByText('Theirs: slow').waitFor();
  await form.getByRole('button', { name: 'Save' }).click();
  await both.getByText(/^Ben Hollow changed the closer mark and the notes of/).waitFor();
  await both.getByText('Yours: with horns').waitFor();
  expect(await form.getByLabel('Notes (optional)').inputValue()).toBe('with horns');
  expect(await setlistOf(show)).toMatchObject([{ notes: 'slow', isCloser: true }]);
  await dismissToast(page);
  await both.getByRole('button', { name: 'Send yours again' }).click();
  await readToast(page, 'Success', 'Setlist song updated');
  // The mark that was not touched here is still theirs.
  expect(await setlistOf(show)).toMatchObject([{ notes: 'with horns', isCloser: true }]);

  await page.getByRole('button', { name: `Edit ${title}` }).click();
  await form.getByLabel('Notes (optional)').fill('with strings');
  await ben.call(updateSetlistSong, {
    params: { ...params, setlistSongId: row.id },
    body: { notes: 'in the dark' },
  });
  await both.getByRole('button', { name: 'Take theirs' }).click();
  expect(await form.getByLabel('Notes (optional)').inputValue()).toBe('in the dark');
  await form.getByLabel('Notes (optional)').fill('in the dark, twice');
  await form.getByRole('button', { name: 'Save' }).click();
  const toast = toastOn(page);
  await toast.getByText('Setlist song updated').waitFor();
  // Another song comes in; the toast still takes back its own change.
  await ben.call(addSetlistSong, { params, body: { songId: songs[1].id } });
  await page.getByRole('button', { name: `Undo: added “${songs[1].title}”` }).waitFor();
  await toast.getByRole('button', { name: 'Undo' }).click();
  await readToast(page, 'Success', 'Last change undone');
  expect(await setlistOf(show)).toMatchObject([{ notes: 'in the dark' }, { songId: songs[1].id }]);
  await page.getByRole('button', { name: `Undo: added “${songs[1].title}”` }).click();
  await readToast(page, 'Success', 'Last change undone');
  expect(await setlistOf(show)).toHaveLength(1);

  await page.getByRole('button', { name: `Edit ${title}` }).click();
  await form.getByLabel('Notes (optional)').fill('a long story');
  await ben.call(removeSetlistSong, { params: { ...params, setlistSongId: row.id } });
  await form.getByText(/What you typed is still here/).waitFor();
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText(/^Ben Hollow has removed this song from the setlist/).waitFor();
  expect(await form.getByLabel('Notes (optional)').inputValue()).toBe('a long story');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await form.waitFor({ state: 'detached' });
  await page.context().close();
});

test('a show and a song that both edit say who changed what, and send only what was touched', async () => {
  await makeBenAdministrator();
  const show = await addShow(admin, 'Two Dates', 24 * 60);
  const page = await openPanel(show);
  await page.getByRole('tab', { name: 'Shows' }).click();
  await page.getByRole('button', { name: 'Edit Two Dates' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Venue (optional)').fill('Hall A');
  await ben.call(updateShow, {
    params: { id: show.id },
    body: { date: '2031-07-04T19:30', city: 'Duluth' },
  });
  await dialog.getByRole('button', { name: 'Update Show' }).click();
  const both = dialog.getByRole('region', { name: 'Changed meanwhile' });
  await both.getByText(/^Ben Hollow changed the city and the date and time of this show/).waitFor();
  await both.getByText('Theirs: 2031-07-04 19:30').waitFor();
  await dismissToast(page);
  await both.getByRole('button', { name: 'Send yours again' }).click();
  await readToast(page, 'Success', 'Show updated successfully');
  await page.getByText('Hall A').first().waitFor();
  await page.getByText('Duluth').first().waitFor();

  const [song] = songs;
  await page.getByRole('tab', { name: 'Songs' }).click();
  await page.getByRole('button', { name: `Edit ${song.title}` }).click();
  await dialog.getByLabel('Album (optional)').fill('Low Tide');
  await ben.call(updateSong, { params: { id: song.id }, body: { category: 'Rarely heard' } });
  await dialog.getByRole('button', { name: 'Update Song' }).click();
  await both.getByText(/^Ben Hollow changed the category of/).waitFor();
  await dismissToast(page);
  await both.getByRole('button', { name: 'Take theirs' }).click();
  expect(await dialog.getByLabel('Category').inputValue()).toBe('Rarely heard');
  await dialog.getByLabel('Album (optional)').fill('Low Tide');
  await dialog.getByRole('button', { name: 'Update Song' }).click();
  await readToast(page, 'Success', 'Song updated successfully');
  const now = (await admin.call(listSongs)).find(({ id }) => id === song.id);
  expect(now).toMatchObject({ album: 'Low Tide', category: 'Rarely heard' });
  await page.context().close();
});
