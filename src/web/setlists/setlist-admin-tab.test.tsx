import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getNextSongs } from '#contract/odds.ts';
import { getLastSetlistChange, undoSetlistChange } from '#contract/setlist-undo.ts';
import {
  addSetlistSong,
  getSetlist,
  removeSetlistSong,
  type SetlistEntry,
  updateSetlistSong,
} from '#contract/setlists.ts';
import { listShows } from '#contract/shows.ts';
import { listSongs } from '#contract/songs.ts';
import { SHOW_ID, setlistEntry } from '../../../tests/support/live-show-samples.ts';
import { ADMIN, sampleShow, sampleSong } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

async function openSetlist(rows: SetlistEntry[], show = sampleShow(24 * 9), user = ADMIN) {
  const site = createTestSite();
  site.respond(listShows, [show]);
  site.respond(listSongs, [sampleSong(1), sampleSong(2)]);
  site.respond(getSetlist, () => rows);
  site.respond(getLastSetlistChange, undefined);
  site.respond(getNextSongs, []);
  await site.open(`/admin?show=${SHOW_ID}`, user);
  const setSetlist = (next: SetlistEntry[]) => {
    rows = next;
  };
  return { ...site, setSetlist };
}

const findNextPosition = () => screen.getByText('Next position').parentElement?.textContent;
const findRow = (title: string) =>
  within(screen.getByText(title, { selector: 'li *' }).closest('li') as HTMLElement);

test('adds a song with its closer mark and notes, even after a rejection', async () => {
  const site = await openSetlist([]);
  expect(findNextPosition()).toBe('Next position1');
  await site.user.click(screen.getByLabelText('Mark as Closer (41 points)'));
  site.fill(screen.getByLabelText('Notes (optional)'), 'By request');
  await site.user.click(screen.getByRole('combobox', { name: 'Song' }));
  await site.user.click(await screen.findByRole('option', { name: 'Song 1' }));
  site.reject(addSetlistSong);
  await site.user.click(screen.getByRole('button', { name: 'Add to setlist' }));
  await site.expectToast('Error', 'Failed to add song to setlist');
  within(screen.getByRole('region', { name: 'Not yet sent' })).getByText(/By request/);
  const addedRow = { ...setlistEntry(1), notes: 'By request', isCloser: true };
  site.respond(addSetlistSong, addedRow, 'setlist');
  site.setSetlist([addedRow]);
  await site.user.click(screen.getByRole('button', { name: 'Add Song 1 anyway' }));
  await site.expectToast('Success', 'Song added to setlist');
  expect(site.listCalls(addSetlistSong).at(-1)?.body).toMatchObject({
    ...{ songId: sampleSong(1).id, isCloser: true, notes: 'By request', timesSeen: 0 },
  });
  findRow('Song 1').getByText('By request');
  findRow('Song 1').getByText('Closer');
  expect(findNextPosition()).toBe('Next position2');
});

test('shows the highest position plus one as the next position', async () => {
  await openSetlist([setlistEntry(1), setlistEntry(2, { position: 4 })]);
  expect(findNextPosition()).toBe('Next position5');
});

test("edits a row's notes and closer mark in place", async () => {
  const site = await openSetlist([setlistEntry(1)]);
  await site.user.click(screen.getByRole('button', { name: 'Edit Song 1' }));
  const form = within(await screen.findByRole('form', { name: 'Edit Song 1' }));
  site.fill(form.getByLabelText('Notes (optional)'), 'With a fiddle');
  await site.user.click(form.getByLabelText('Mark as Closer (41 points)'));
  const save = () => site.user.click(form.getByRole('button', { name: 'Save' }));
  site.reject(updateSetlistSong);
  await save();
  await site.expectToast('Error', 'Failed to update setlist song');
  expect(form.getByLabelText('Notes (optional)')).toHaveProperty('value', 'With a fiddle');
  const editedRow = { ...setlistEntry(1), notes: 'With a fiddle', isCloser: true };
  site.respond(updateSetlistSong, editedRow, 'setlist');
  site.setSetlist([editedRow]);
  await save();
  await site.expectToast('Success', 'Setlist song updated');
  findRow('Song 1').getByText('With a fiddle');
  findRow('Song 1').getByText('Closer');
  expect(screen.queryByRole('form', { name: 'Edit Song 1' })).toBeNull();
});

test('offers to undo a confirmed change once', async () => {
  // Queues outlive tests, so another test's administrator would still have sent changes.
  const otherAdmin = { ...ADMIN, id: '00000003-0000-4000-8000-000000000003' };
  const site = await openSetlist([setlistEntry(1)], undefined, otherAdmin);
  site.respond(updateSetlistSong, { ...setlistEntry(1), isCloser: true, version: 2 }, 'setlist');
  await site.user.click(screen.getByRole('button', { name: 'More actions for Song 1' }));
  await site.user.click(await screen.findByRole('menuitem', { name: 'Mark as closer' }));
  await site.expectToast('Success', 'Setlist song updated');
  site.respond(undoSetlistChange, [setlistEntry(1)], 'setlist');
  await site.user.click(screen.getByRole('button', { name: 'Undo: changed “Song 1”' }));
  await site.expectToast('Success', 'Last change undone');
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
});

async function openRemoveDialog({ user }: ReturnType<typeof createTestSite>) {
  await user.click(screen.getByRole('button', { name: 'Remove Song 1' }));
  return within(await screen.findByRole('alertdialog'));
}

test('removes a song after a warning', async () => {
  const site = await openSetlist([setlistEntry(1)]);
  const firstDialog = await openRemoveDialog(site);
  firstDialog.getByText(/All scores for the show will be recalculated\./);
  await site.user.click(firstDialog.getByRole('button', { name: 'Cancel' }));
  findRow('Song 1');
  const secondDialog = await openRemoveDialog(site);
  site.reject(removeSetlistSong);
  await site.user.click(secondDialog.getByRole('button', { name: 'Remove song' }));
  await site.expectToast('Error', 'Failed to delete song');
  site.respond(removeSetlistSong, undefined, 'setlist');
  site.setSetlist([]);
  await site.user.click(screen.getByRole('button', { name: 'Remove Song 1 anyway' }));
  await site.expectToast('Success', 'Song removed from setlist');
  expect(screen.queryByText('Song 1', { selector: 'li *' })).toBeNull();
});

test('sends a removal with the row version shown when the dialog opened', async () => {
  const site = await openSetlist([setlistEntry(1)]);
  const dialog = await openRemoveDialog(site);
  site.setSetlist([{ ...setlistEntry(1), version: 2, notes: 'By another administrator' }]);
  await act(() => site.cache.invalidateQueries());
  await findRow('Song 1').findByText('By another administrator');
  site.respond(removeSetlistSong, undefined, 'setlist');
  await site.user.click(dialog.getByRole('button', { name: 'Remove song' }));
  await site.expectToast('Success', 'Song removed from setlist');
  expect(site.listCalls(removeSetlistSong).map(({ query }) => query)).toEqual(['?version=1']);
});

const note = 'Hidden from fans until predictions lock or the show goes live.';

test("shows that fans don't see the setlist of an open show", async () => {
  await openSetlist([setlistEntry(1)]);
  screen.getByText(note);
});

test.each([
  ['live', sampleShow(24 * 9, { status: 'live' })],
  ['locked', sampleShow(0.5)],
])('shows no note about visibility for a show that is %s', async (_, show) => {
  await openSetlist([setlistEntry(1)], show);
  findRow('Song 1');
  expect(screen.queryByText(note)).toBeNull();
});
