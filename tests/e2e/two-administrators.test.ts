import { expect, type Page } from '@playwright/test';
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
import { type Stage, test } from './support/journey.ts';
import { addShow, type Person, signIn, signUpFan } from './support/people.ts';
import { dismissToast, readToast, toastOn } from './support/toast.ts';

let ben: Person;
let songs: [Song, Song, Song];

test.beforeAll(async ({ stage, admin }) => {
  ben = await signUpFan(stage.url, 'ben-hollow', 'Ben Hollow');
  const [one, two, three] = await admin.call(listSongs);
  if (!one || !two || !three) throw new Error('The band has too few songs.');
  songs = [one, two, three];
});

const idOf = async (admin: Person, person: Person) => {
  const users = await admin.call(listUsers);
  return users.find(({ email }) => email === person.email)?.id ?? '';
};

test('a second administrator is made on the screen, at once, and unmade; the last one stays', async ({
  stage,
  admin,
}) => {
  const [desk, fans] = [await stage.visit(), await stage.visit()];
  await signIn(fans.page, ben);
  await fans.page.goto('/');
  await expect(fans.page.getByRole('navigation').first()).toBeVisible();
  await expect(fans.page.getByRole('link', { name: 'Admin Panel' })).toHaveCount(0);
  await signIn(desk.page, admin);
  await desk.page.goto('/');
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
  await expect(fans.page.getByRole('link', { name: 'Admin Panel' })).toBeVisible();
  await change('Ben Hollow', 'Remove as administrator');
  await readToast(desk.page, 'Success', 'Ben Hollow is no longer an administrator');
  await expect(fans.page.getByRole('link', { name: 'Admin Panel' })).toHaveCount(0);
});

/** The panel of the first administrator; the second one acts by the API meanwhile. */
async function openPanel(stage: Stage, admin: Person, show: Show): Promise<Page> {
  const { page } = await stage.visit({ as: admin });
  await page.goto(`/admin?show=${show.id}`);
  await expect(page.getByRole('region', { name: 'Current setlist' })).toBeVisible();
  return page;
}

async function makeBenAdministrator(admin: Person) {
  await admin.call(setUserRole, {
    params: { id: await idOf(admin, ben) },
    body: { isAdmin: true },
  });
}

async function setlistOf(admin: Person, show: Show): Promise<SetlistEntry[]> {
  return admin.call(getSetlist, { params: { id: show.id } });
}

test('a row that both edit keeps what was typed and shows both; undo takes its own and names what it takes', async ({
  stage,
  admin,
}) => {
  await makeBenAdministrator(admin);
  const show = await addShow(admin, 'Two Pens', 24 * 60);
  const params = { id: show.id };
  await admin.call(setShowStatus, { params, body: { status: 'live' } });
  const row = await admin.call(addSetlistSong, { params, body: { songId: songs[0].id } });
  const { title } = row.song;
  const page = await openPanel(stage, admin, show);
  await page.getByRole('button', { name: `Edit ${title}` }).click();
  const form = page.getByRole('form', { name: `Edit ${title}` });
  await form.getByLabel('Notes (optional)').fill('with horns');
  await ben.call(updateSetlistSong, {
    params: { ...params, setlistSongId: row.id },
    body: { isCloser: true, notes: 'slow' },
  });
  const both = form.getByRole('region', { name: 'Changed meanwhile' });
  await expect(both.getByText('Theirs: slow')).toBeVisible();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(
    both.getByText(/^Ben Hollow changed the closer mark and the notes of/),
  ).toBeVisible();
  await expect(both.getByText('Yours: with horns')).toBeVisible();
  await expect(form.getByLabel('Notes (optional)')).toHaveValue('with horns');
  expect(await setlistOf(admin, show)).toMatchObject([{ notes: 'slow', isCloser: true }]);
  await dismissToast(page);
  await both.getByRole('button', { name: 'Send yours again' }).click();
  await readToast(page, 'Success', 'Setlist song updated');
  // The mark that was not touched here is still theirs.
  expect(await setlistOf(admin, show)).toMatchObject([{ notes: 'with horns', isCloser: true }]);

  await page.getByRole('button', { name: `Edit ${title}` }).click();
  await form.getByLabel('Notes (optional)').fill('with strings');
  await ben.call(updateSetlistSong, {
    params: { ...params, setlistSongId: row.id },
    body: { notes: 'in the dark' },
  });
  await both.getByRole('button', { name: 'Take theirs' }).click();
  await expect(form.getByLabel('Notes (optional)')).toHaveValue('in the dark');
  await form.getByLabel('Notes (optional)').fill('in the dark, twice');
  await form.getByRole('button', { name: 'Save' }).click();
  const toast = toastOn(page);
  await expect(toast.getByText('Setlist song updated')).toBeVisible();
  // Another song comes in; the toast still takes back its own change.
  await ben.call(addSetlistSong, { params, body: { songId: songs[1].id } });
  await expect(page.getByRole('button', { name: `Undo: added “${songs[1].title}”` })).toBeVisible();
  await toast.getByRole('button', { name: 'Undo' }).click();
  await readToast(page, 'Success', 'Last change undone');
  expect(await setlistOf(admin, show)).toMatchObject([
    { notes: 'in the dark' },
    { songId: songs[1].id },
  ]);
  await page.getByRole('button', { name: `Undo: added “${songs[1].title}”` }).click();
  await readToast(page, 'Success', 'Last change undone');
  expect(await setlistOf(admin, show)).toHaveLength(1);

  await page.getByRole('button', { name: `Edit ${title}` }).click();
  await form.getByLabel('Notes (optional)').fill('a long story');
  await ben.call(removeSetlistSong, { params: { ...params, setlistSongId: row.id } });
  await expect(form.getByText(/What you typed is still here/)).toBeVisible();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText(/^Ben Hollow has removed this song from the setlist/)).toBeVisible();
  await expect(form.getByLabel('Notes (optional)')).toHaveValue('a long story');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form).toHaveCount(0);
});

test('a show and a song that both edit say who changed what, and send only what was touched', async ({
  stage,
  admin,
}) => {
  await makeBenAdministrator(admin);
  const show = await addShow(admin, 'Two Dates', 24 * 60);
  const page = await openPanel(stage, admin, show);
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
  await expect(
    both.getByText(/^Ben Hollow changed the city and the date and time of this show/),
  ).toBeVisible();
  await expect(both.getByText('Theirs: 2031-07-04 19:30')).toBeVisible();
  await dismissToast(page);
  await both.getByRole('button', { name: 'Send yours again' }).click();
  await readToast(page, 'Success', 'Show updated successfully');
  await expect(page.getByText('Hall A').first()).toBeVisible();
  await expect(page.getByText('Duluth').first()).toBeVisible();

  const [song] = songs;
  await page.getByRole('tab', { name: 'Songs' }).click();
  await page.getByRole('button', { name: `Edit ${song.title}` }).click();
  await dialog.getByLabel('Album (optional)').fill('Low Tide');
  await ben.call(updateSong, { params: { id: song.id }, body: { category: 'Rarely heard' } });
  await dialog.getByRole('button', { name: 'Update Song' }).click();
  await expect(both.getByText(/^Ben Hollow changed the category of/)).toBeVisible();
  await dismissToast(page);
  await both.getByRole('button', { name: 'Take theirs' }).click();
  await expect(dialog.getByLabel('Category')).toHaveValue('Rarely heard');
  await dialog.getByLabel('Album (optional)').fill('Low Tide');
  await dialog.getByRole('button', { name: 'Update Song' }).click();
  await readToast(page, 'Success', 'Song updated successfully');
  const now = (await admin.call(listSongs)).find(({ id }) => id === song.id);
  expect(now).toMatchObject({ album: 'Low Tide', category: 'Rarely heard' });
});
