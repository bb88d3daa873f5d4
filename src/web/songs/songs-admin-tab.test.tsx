import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getSongDeletion } from '#contract/deletion-impact.ts';
import { listShows } from '#contract/shows.ts';
import { createSong, deleteSong, listSongs, type Song, updateSong } from '#contract/songs.ts';
import { ADMIN, sampleSong } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

const EMBER = sampleSong(1, { title: 'Ember' });
const HALCYON = sampleSong(2, { title: 'Halcyon' });

async function openSongs(songs: Song[] = [EMBER, HALCYON]) {
  const site = createTestSite();
  site.respond(listShows, []);
  site.respond(listSongs, () => songs);
  await site.open('/admin?tab=songs', ADMIN);
  const setSongs = (next: Song[]) => {
    songs = next;
  };
  return { ...site, setSongs };
}

const findDialog = () => within(screen.getByRole('dialog'));
const press = (name: string) => findDialog().getByRole('button', { name });

test('searches songs by title, ignoring case', async () => {
  const site = await openSongs();
  const columns = (await screen.findAllByRole('columnheader')).map(
    ({ textContent }) => textContent,
  );
  expect(columns).toEqual(['Title', 'Album', 'Rarity', 'Times Played', 'Actions']);
  const search = screen.getByPlaceholderText('Search songs...');
  site.fill(search, 'EMBER');
  await screen.findByText('1 song');
  screen.getByRole('button', { name: 'Edit Ember' });
  expect(screen.queryByRole('button', { name: 'Edit Halcyon' })).toBeNull();
  site.fill(search, 'no such song');
  await screen.findByText('No songs match your search');
});

test('groups songs by letter, with a bar that jumps to a letter', async () => {
  const songs = Array.from({ length: 40 }, (_, n) =>
    sampleSong(n, { title: `${n < 20 ? 'Ash' : 'Ember'} ${n}` }),
  );
  const site = await openSongs(songs);
  const listLetters = () =>
    screen.queryAllByRole('rowheader').map(({ textContent }) => textContent);
  const bar = within(await screen.findByRole('toolbar', { name: 'Jump to letter' }));
  expect(listLetters()).toEqual(['A', 'E']);
  await site.user.click(bar.getByRole('button', { name: 'E' }));
  expect(document.activeElement).toBe(screen.getByRole('rowheader', { name: 'E' }));
  site.fill(screen.getByPlaceholderText('Search songs...'), 'ember');
  await screen.findByText('20 songs');
  expect(listLetters(), 'the best matches come first').toEqual([]);
  expect(screen.queryByRole('toolbar')).toBeNull();
});

test('keeps the typed values until a new song is accepted', async () => {
  const site = await openSongs();
  const { user } = site;
  await user.click(screen.getByRole('button', { name: 'Create Song' }));
  await screen.findByRole('heading', { name: 'Create Song' });
  expect(findDialog().getByLabelText('Category')).toHaveProperty('value', 'studio');
  const rarity = findDialog().getByLabelText<HTMLSelectElement>('Rarity');
  expect(rarity.value).toBe('common');
  expect([...rarity.options].map(({ value }) => value)).toEqual([
    ...['common', 'uncommon', 'rare', 'very_rare', 'debut'],
  ]);
  const create = () => user.click(press('Create Song'));
  await create();
  await findDialog().findByText('Title is required');
  site.fill(findDialog().getByLabelText('Title'), 'Ember');
  await site.expectFallback(createSong, create, 'Failed to create song');
  site.reject(createSong, 'A song with this title already exists', 409);
  await create();
  await site.expectToast('Error', 'A song with this title already exists');
  expect(findDialog().getByLabelText('Title')).toHaveProperty('value', 'Ember');
  site.fill(findDialog().getByLabelText('Title'), 'Ember on the Rail');
  site.respond(createSong, sampleSong(3), 'catalogue');
  await create();
  await site.expectToast('Success', 'Song created successfully');
  expect(site.listCalls(createSong).at(-1)?.body).toMatchObject({ title: 'Ember on the Rail' });
});

test('starts an edit with the saved values', async () => {
  const site = await openSongs();
  const { user } = site;
  await user.click(await screen.findByRole('button', { name: 'Edit Ember' }));
  await screen.findByRole('heading', { name: 'Edit Song' });
  expect(findDialog().getByLabelText('Title')).toHaveProperty('value', 'Ember');
  site.fill(findDialog().getByLabelText('Album (optional)'), 'Loose Sheets');
  const update = () => user.click(press('Update Song'));
  await site.expectFallback(updateSong, update, 'Failed to update song');
  const updatedSong = { ...EMBER, album: 'Loose Sheets' };
  site.respond(updateSong, updatedSong, 'song');
  site.setSongs([updatedSong]);
  const release = site.holdResponse(updateSong);
  await update();
  expect(press('Updating...')).toHaveProperty('disabled', true);
  await release();
  await site.expectToast('Success', 'Song updated successfully');
  expect(site.listCalls(updateSong).at(-1)?.body).toEqual({ album: 'Loose Sheets', version: 0 });
  await screen.findByRole('cell', { name: 'Loose Sheets' });
});

test('deletes a song after a warning', async () => {
  const site = await openSongs();
  site.respond(getSongDeletion, { picks: 3 });
  await site.user.click(await screen.findByRole('button', { name: 'Edit Ember' }));
  await screen.findByRole('heading', { name: 'Edit Song' });
  await site.user.click(press('Delete song'));
  const confirmation = within(await screen.findByRole('alertdialog'));
  confirmation.getByText(/The song will be removed from all predictions and setlists\./);
  await confirmation.findByText('This deletes 3 picks.');
  const remove = () => site.user.click(confirmation.getByRole('button', { name: 'Delete Song' }));
  await site.expectFallback(deleteSong, remove, 'Failed to delete song');
  site.respond(deleteSong, undefined, 'song');
  site.setSongs([]);
  await remove();
  await site.expectToast('Success', 'Song deleted successfully');
  await screen.findByText('No songs found');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('keeps the typed values if the deletion is canceled', async () => {
  const site = await openSongs();
  site.respond(getSongDeletion, { picks: 3 });
  await site.user.click(await screen.findByRole('button', { name: 'Edit Ember' }));
  await screen.findByRole('heading', { name: 'Edit Song' });
  site.fill(findDialog().getByLabelText('Title'), 'Ember on the Rail');
  await site.user.click(press('Delete song'));
  const confirmation = within(await screen.findByRole('alertdialog'));
  await site.user.click(confirmation.getByRole('button', { name: 'Cancel' }));
  expect(findDialog().getByLabelText('Title')).toHaveProperty('value', 'Ember on the Rail');
  await waitFor(() => expect(document.activeElement).toBe(press('Delete song')));
});
