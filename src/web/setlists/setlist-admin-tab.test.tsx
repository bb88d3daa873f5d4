import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getNextSongs } from '#contract/odds.ts';
import {
  addSetlistSong,
  getLastSetlistChange,
  getSetlist,
  removeSetlistSong,
  type SetlistEntry,
  undoSetlistChange,
  updateSetlistSong,
} from '#contract/setlists.ts';
import { listShows } from '#contract/shows.ts';
import { listSongs } from '#contract/songs.ts';
import { SHOW_ID, setlistEntry } from '../../../tests/support/live-show-samples.ts';
import { ADMIN, sampleShow, sampleSong } from '../../../tests/support/site-samples.ts';
import { testSite } from '../../../tests/support/test-site.tsx';

/** Opens the tab. `become` replaces the setlist that the server returns. */
async function openSetlist(rows: SetlistEntry[], show = sampleShow(24 * 9), user = ADMIN) {
  const site = testSite();
  site.answer(listShows, [show]);
  site.answer(listSongs, [sampleSong(1), sampleSong(2)]);
  site.answer(getSetlist, () => rows);
  site.answer(getLastSetlistChange, undefined);
  site.answer(getNextSongs, []);
  await site.open(`/admin?show=${SHOW_ID}`, user);
  const become = (next: SetlistEntry[]) => {
    rows = next;
  };
  return { ...site, become };
}

const nextPosition = () => screen.getByText('Next position').parentElement?.textContent;
const rowOf = (title: string) =>
  within(screen.getByText(title, { selector: 'li *' }).closest('li') as HTMLElement);

test('adds a song with its closer mark and notes, also after a refusal', async () => {
  const site = await openSetlist([]);
  expect(nextPosition()).toBe('Next position1');
  await site.user.click(screen.getByLabelText('Mark as Closer (41 points)'));
  site.fill(screen.getByLabelText('Notes (optional)'), 'By request');
  await site.user.click(screen.getByRole('combobox', { name: 'Song' }));
  await site.user.click(await screen.findByRole('option', { name: 'Song 1' }));
  site.refuse(addSetlistSong);
  await site.user.click(screen.getByRole('button', { name: 'Add to setlist' }));
  await site.readToast('Error', 'Failed to add song to setlist');
  within(screen.getByRole('region', { name: 'Not yet sent' })).getByText(/By request/);
  const added = { ...setlistEntry(1), notes: 'By request', isCloser: true };
  site.answer(addSetlistSong, added, 'setlist');
  site.become([added]);
  await site.user.click(screen.getByRole('button', { name: 'Add Song 1 anyway' }));
  await site.readToast('Success', 'Song added to setlist');
  expect(site.callsOf(addSetlistSong).at(-1)?.body).toMatchObject({
    ...{ songId: sampleSong(1).id, isCloser: true, notes: 'By request', timesSeen: 0 },
  });
  rowOf('Song 1').getByText('By request');
  rowOf('Song 1').getByText('Closer');
  expect(nextPosition()).toBe('Next position2');
});

test('shows the highest position plus one as the next position', async () => {
  await openSetlist([setlistEntry(1), setlistEntry(2, { position: 4 })]);
  expect(nextPosition()).toBe('Next position5');
});

test("edits a row's notes and closer mark in place", async () => {
  const site = await openSetlist([setlistEntry(1)]);
  await site.user.click(screen.getByRole('button', { name: 'Edit Song 1' }));
  const form = within(await screen.findByRole('form', { name: 'Edit Song 1' }));
  site.fill(form.getByLabelText('Notes (optional)'), 'With a fiddle');
  await site.user.click(form.getByLabelText('Mark as Closer (41 points)'));
  const save = () => site.user.click(form.getByRole('button', { name: 'Save' }));
  site.refuse(updateSetlistSong);
  await save();
  await site.readToast('Error', 'Failed to update setlist song');
  expect(form.getByLabelText('Notes (optional)')).toHaveProperty('value', 'With a fiddle');
  const edited = { ...setlistEntry(1), notes: 'With a fiddle', isCloser: true };
  site.answer(updateSetlistSong, edited, 'setlist');
  site.become([edited]);
  await save();
  await site.readToast('Success', 'Setlist song updated');
  rowOf('Song 1').getByText('With a fiddle');
  rowOf('Song 1').getByText('Closer');
  expect(screen.queryByRole('form', { name: 'Edit Song 1' })).toBeNull();
});

test('offers to undo a confirmed change, once', async () => {
  // The queue of another test's administrator remembers what that test sent.
  const other = { ...ADMIN, id: '00000003-0000-4000-8000-000000000003' };
  const site = await openSetlist([setlistEntry(1)], undefined, other);
  site.answer(updateSetlistSong, { ...setlistEntry(1), isCloser: true, version: 2 }, 'setlist');
  await site.user.click(screen.getByRole('button', { name: 'More for Song 1' }));
  await site.user.click(await screen.findByRole('menuitem', { name: 'Closer' }));
  await site.readToast('Success', 'Setlist song updated');
  site.answer(undoSetlistChange, [setlistEntry(1)], 'setlist');
  await site.user.click(screen.getByRole('button', { name: 'Undo: changed “Song 1”' }));
  await site.readToast('Success', 'Last change undone');
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
});

/** Clicks Remove on the first song and returns the confirmation dialog. */
async function askToRemove({ user }: ReturnType<typeof testSite>) {
  await user.click(screen.getByRole('button', { name: 'Remove Song 1' }));
  return within(await screen.findByRole('alertdialog'));
}

test('removes a song after a warning', async () => {
  const site = await openSetlist([setlistEntry(1)]);
  const first = await askToRemove(site);
  first.getByText(/All scores for the show will be recalculated\./);
  await site.user.click(first.getByRole('button', { name: 'Cancel' }));
  rowOf('Song 1');
  const second = await askToRemove(site);
  site.refuse(removeSetlistSong);
  await site.user.click(second.getByRole('button', { name: 'Remove song' }));
  await site.readToast('Error', 'Failed to delete song');
  site.answer(removeSetlistSong, undefined, 'setlist');
  site.become([]);
  await site.user.click(screen.getByRole('button', { name: 'Remove Song 1 anyway' }));
  await site.readToast('Success', 'Song removed from setlist');
  expect(screen.queryByText('Song 1', { selector: 'li *' })).toBeNull();
});

test('sends a removal with the row version shown when the dialog opened', async () => {
  const site = await openSetlist([setlistEntry(1)]);
  const question = await askToRemove(site);
  site.become([{ ...setlistEntry(1), version: 2, notes: 'By another administrator' }]);
  await act(() => site.cache.invalidateQueries());
  await rowOf('Song 1').findByText('By another administrator');
  site.answer(removeSetlistSong, undefined, 'setlist');
  await site.user.click(question.getByRole('button', { name: 'Remove song' }));
  await site.readToast('Success', 'Song removed from setlist');
  expect(site.callsOf(removeSetlistSong).map(({ query }) => query)).toEqual(['?version=1']);
});

const note = 'Fans see this setlist when predictions lock or the show goes live.';

test("says that fans don't see the setlist of an open show", async () => {
  await openSetlist([setlistEntry(1)]);
  screen.getByText(note);
});

test.each([
  ['live', sampleShow(24 * 9, { status: 'live' })],
  ['locked', sampleShow(0.5)],
])("doesn't say so for a show that is %s", async (_, show) => {
  await openSetlist([setlistEntry(1)], show);
  rowOf('Song 1');
  expect(screen.queryByText(note)).toBeNull();
});
