import { expect, type Page } from '@playwright/test';
import { listUsers, setUserRole } from '#contract/accounts.ts';
import { removeSetlistSong, type SetlistEntry, updateSetlistSong } from '#contract/setlists.ts';
import { type Show, updateShow } from '#contract/shows.ts';
import { listSongs, updateSong } from '#contract/songs.ts';
import { type Site, test } from './support/journey.ts';
import { fetchSetlist, listTitles, play, setStatus } from './support/live-show.ts';
import { goOffline, goOnline } from './support/network.ts';
import { addShow, type Person, signUpFan } from './support/people.ts';
import { findRow, findTool } from './support/phone-thumb.ts';
import { settled } from './support/settled.ts';
import type { Songs } from './support/songs.ts';
import { dismissToast, expectToast, findToast } from './support/toast.ts';

test.describe('with Ben Hollow as the second administrator', () => {
  let ben: Person;
  test.beforeAll(async ({ site, admin }) => {
    ben = await signUpFan(site.url, 'ben-hollow', 'Ben Hollow');
    const id = (await admin.call(listUsers)).find(({ email }) => email === ben.email)?.id ?? '';
    await admin.call(setUserRole, { params: { id }, body: { isAdmin: true } });
  });

  async function openPanel(site: Site, admin: Person, { id }: Show): Promise<Page> {
    const { page } = await site.visit({ as: admin });
    await page.goto(`/admin?show=${id}`);
    await expect(page.getByRole('region', { name: 'Current setlist' })).toBeVisible();
    await settled(page);
    return page;
  }

  async function startEditing(
    site: Site,
    admin: Person,
    [song]: Songs,
    { name, notes }: { name: string; notes: string },
  ) {
    const show = await addShow(admin, name, 24 * 60);
    await setStatus(admin, show, 'live');
    const [row] = await play(admin, show, [song]);
    if (!row) throw new Error('Nothing was added.');
    const page = await openPanel(site, admin, show);
    await page.getByRole('button', { name: `Edit ${song.title}` }).click();
    const form = page.getByRole('form', { name: `Edit ${song.title}` });
    const field = form.getByLabel('Notes (optional)');
    await field.fill(notes);
    const diff = form.getByRole('region', { name: 'Conflicting changes' });
    return {
      page,
      show,
      row,
      form,
      field,
      diff,
      save: form.getByRole('button', { name: 'Save' }),
    };
  }

  const benEdits = (
    show: Show,
    row: SetlistEntry,
    body: Partial<Pick<SetlistEntry, 'notes' | 'isCloser'>>,
  ) => ben.call(updateSetlistSong, { params: { id: show.id, setlistSongId: row.id }, body });

  test('a conflict on a row keeps the input, shows both versions and sends only the edited fields', async ({
    site,
    admin,
    songs,
  }) => {
    const draft = { name: 'Two Pens', notes: 'with horns' };
    const { page, show, row, field, diff, save } = await startEditing(site, admin, songs, draft);
    await benEdits(show, row, { isCloser: true, notes: 'slow' });
    await expect(diff.getByText('Theirs: slow')).toBeVisible();
    await save.click();
    await expect(
      diff.getByText(/^Ben Hollow changed the closer mark and the notes of/),
    ).toBeVisible();
    await expect(diff.getByText('Yours: with horns')).toBeVisible();
    await expect(field).toHaveValue('with horns');
    expect(await fetchSetlist(admin, show)).toMatchObject([{ notes: 'slow', isCloser: true }]);
    await dismissToast(page);
    await diff.getByRole('button', { name: 'Send yours again' }).click();
    await expectToast(page, 'Success', 'Setlist song updated');
    expect(await fetchSetlist(admin, show)).toMatchObject([
      { notes: 'with horns', isCloser: true },
    ]);
  });

  test("the other administrator's version can be accepted and edited further", async ({
    site,
    admin,
    songs,
  }) => {
    const draft = { name: 'Two Minds', notes: 'with strings' };
    const { page, show, row, field, diff, save } = await startEditing(site, admin, songs, draft);
    await benEdits(show, row, { notes: 'in the dark' });
    await diff.getByRole('button', { name: 'Use theirs' }).click();
    await expect(field).toHaveValue('in the dark');
    await field.fill('in the dark, twice');
    await save.click();
    await expectToast(page, 'Success', 'Setlist song updated');
    expect(await fetchSetlist(admin, show)).toMatchObject([{ notes: 'in the dark, twice' }]);
  });

  test("the toast's Undo reverts its own change, and the panel's Undo names the change it reverts", async ({
    site,
    admin,
    songs,
  }) => {
    const draft = { name: 'Two Erasers', notes: 'with strings' };
    const { page, show, save } = await startEditing(site, admin, songs, draft);
    await save.click();
    const toast = findToast(page);
    // The pointer keeps the toast open.
    await toast.filter({ hasText: 'Setlist song updated' }).hover();
    const [{ id: songId }, { title }] = [songs[0], songs[1]];
    await play(ben, show, [songs[1]]);
    const undoBen = page.getByRole('button', { name: `Undo: added “${title}”` });
    await expect(undoBen).toBeVisible();
    await toast.getByRole('button', { name: 'Undo' }).click();
    await expectToast(page, 'Success', 'Last change undone');
    const benRow = { songId: songs[1].id };
    expect(await fetchSetlist(admin, show)).toMatchObject([{ songId, notes: null }, benRow]);
    await undoBen.click();
    await expectToast(page, 'Success', 'Last change undone');
    expect(await fetchSetlist(admin, show)).toMatchObject([{ songId }]);
  });

  test('input for a row that the other administrator removed is kept', async ({
    site,
    admin,
    songs,
  }) => {
    const draft = { name: 'Two Scissors', notes: 'a long story' };
    const { show, row, form, field, save } = await startEditing(site, admin, songs, draft);
    await ben.call(removeSetlistSong, { params: { id: show.id, setlistSongId: row.id } });
    await expect(form.getByText(/What you typed is still here/)).toBeVisible();
    await save.click();
    await expect(form.getByText(/^Ben Hollow removed this song from the setlist/)).toBeVisible();
    await expect(field).toHaveValue('a long story');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await expect(form).toHaveCount(0);
  });

  test("a queued removal doesn't remove a song that the other administrator replaced", async ({
    site,
    admin,
    songs: [ember, fathom, gale],
  }) => {
    const show = await addShow(admin, 'Two Thoughts', 24 * 60);
    await setStatus(admin, show, 'live');
    const [row] = await play(admin, show, [ember, fathom]);
    const { page, context } = await site.visit({ as: admin, isPhone: true });
    await page.goto(`/admin?show=${show.id}`);
    await expect(findRow(page, ember.title)).toBeVisible();
    await goOffline(context);
    await findRow(page, ember.title).click();
    await findTool(page, 'Remove').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove song' }).click();
    const params = { id: show.id, setlistSongId: row?.id ?? '' };
    await ben.call(updateSetlistSong, { params, body: { songId: gale.id } });
    await goOnline(context);
    const queue = page.getByRole('region', { name: 'Not yet sent' });
    const conflictMessage = `Ben Hollow changed the song of “${gale.title}” in the meantime.`;
    await expect(queue.getByText(conflictMessage)).toBeVisible();
    expect(await listTitles(admin, show)).toEqual([gale.title, fathom.title]);
    // The retry is based on the row that the page shows.
    await expect(findRow(page, gale.title)).toBeVisible();
    await queue.getByRole('button', { name: `Remove ${ember.title} anyway` }).click();
    await expect.poll(() => listTitles(admin, show)).toEqual([fathom.title]);
  });

  test("a conflict on a show names the other administrator's changes and merges both", async ({
    site,
    admin,
  }) => {
    const show = await addShow(admin, 'Two Dates', 24 * 60);
    const { page } = await site.visit({ as: admin });
    await page.goto('/admin?tab=shows');
    await page.getByRole('button', { name: 'Edit Two Dates' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Venue (optional)').fill('Hall A');
    const body = { date: '2031-07-04T19:30', city: 'Duluth' };
    await ben.call(updateShow, { params: { id: show.id }, body });
    const diff = dialog.getByRole('region', { name: 'Conflicting changes' });
    // The conflict makes the dialog taller, which moves the button.
    await expect(diff).toBeVisible();
    await dialog.getByRole('button', { name: 'Update Show' }).click();
    await expect(
      diff.getByText(/^Ben Hollow changed the city and the date and time of this show/),
    ).toBeVisible();
    await expect(diff.getByText('Theirs: 2031-07-04 19:30')).toBeVisible();
    await dismissToast(page);
    await diff.getByRole('button', { name: 'Send yours again' }).click();
    await expectToast(page, 'Success', 'Show updated successfully');
    await expect(page.getByText('Hall A').first()).toBeVisible();
    await expect(page.getByText('Duluth').first()).toBeVisible();
  });

  test("a conflict on a song names the other administrator's changes and merges both", async ({
    site,
    admin,
    songs: [{ id, title }],
  }) => {
    const { page } = await site.visit({ as: admin });
    await page.goto('/admin?tab=songs');
    await page.getByRole('button', { name: `Edit ${title}` }).click();
    const dialog = page.getByRole('dialog');
    const album = dialog.getByLabel('Album (optional)');
    await album.fill('Low Tide');
    await ben.call(updateSong, { params: { id }, body: { category: 'Rarely heard' } });
    const diff = dialog.getByRole('region', { name: 'Conflicting changes' });
    await expect(diff).toBeVisible();
    await dialog.getByRole('button', { name: 'Update Song' }).click();
    await expect(diff.getByText(/^Ben Hollow changed the category of/)).toBeVisible();
    await dismissToast(page);
    await diff.getByRole('button', { name: 'Use theirs' }).click();
    await expect(dialog.getByLabel('Category')).toHaveValue('Rarely heard');
    await album.fill('Low Tide');
    await dialog.getByRole('button', { name: 'Update Song' }).click();
    await expectToast(page, 'Success', 'Song updated successfully');
    const now = (await admin.call(listSongs)).find((song) => song.id === id);
    expect(now).toMatchObject({ album: 'Low Tide', category: 'Rarely heard' });
  });
});
