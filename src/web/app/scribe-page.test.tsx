import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type CurrentUser, getCurrentUser } from '#contract/accounts.ts';
import { getNextSongs } from '#contract/odds.ts';
import {
  acceptScribeInvitation,
  getScribeInvitation,
  SCRIBE_GO_LIVE_TOO_EARLY,
  type ScribeInvitation,
} from '#contract/scribes.ts';
import { getLastSetlistChange } from '#contract/setlist-undo.ts';
import { addSetlistSong, getSetlist } from '#contract/setlists.ts';
import { listShows, type Show } from '#contract/shows.ts';
import { listSongs } from '#contract/songs.ts';
import { queryFor } from '#web/http/query-for.ts';
import { openSetlistQueue } from '#web/setlists/setlist-queue.ts';
import { setlistEntry } from '../../../tests/support/live-show-samples.ts';
import { FAN, sampleShow } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

const TOKEN = 'A'.repeat(43);
const ENDED = "You're no longer a scribe for this show";

function openSite(shows: Show[], invitation?: ScribeInvitation) {
  const site = createTestSite();
  site.respond(listShows, shows);
  site.respond(listSongs, []);
  site.respond(getSetlist, []);
  site.respond(getLastSetlistChange, undefined);
  site.respond(getNextSongs, []);
  if (invitation) site.respond(getScribeInvitation, invitation);
  return site;
}
const otherShow = (n: number) => sampleShow(30, { id: `5a1c3d1e-0000-4000-8000-00000000000${n}` });
const toScribe = (...shows: Show[]): CurrentUser => ({
  ...FAN,
  scribeOf: shows.map(({ id }) => id),
});

test('explains an invitation, and accepts it only after a click', async () => {
  const show = sampleShow(2);
  const invitation = { show, tourName: null, isAccepted: false };
  const site = openSite([show], invitation);
  site.respond(acceptScribeInvitation, { ...invitation, isAccepted: true });
  await site.open(`/scribe?invitation=${TOKEN}`, FAN);
  screen.getByRole('heading', { level: 1, name: show.name });
  screen.getByText('Your access ends when the show closes.');
  expect(site.listCalls(acceptScribeInvitation)).toEqual([]);
  await site.user.click(screen.getByRole('button', { name: 'Become a scribe' }));
  await site.expectToast('Success', "You're now a scribe");
  expect(site.listCalls(acceptScribeInvitation)).toHaveLength(1);
  expect(`${location.pathname}${location.search}`).toBe(`/scribe?show=${show.id}`);
});

test('opens the editor only after the scribe’s rights have loaded', async () => {
  const show = sampleShow(2);
  const invitation = { show, tourName: null, isAccepted: false };
  const site = openSite([show], invitation);
  await site.openWithFrame(`/scribe?invitation=${TOKEN}`, FAN);
  site.respond(acceptScribeInvitation, { ...invitation, isAccepted: true }, 'scribe');
  site.respond(getCurrentUser, toScribe(show));
  const release = site.holdResponse(getCurrentUser);
  await site.user.click(screen.getByRole('button', { name: 'Become a scribe' }));
  await site.expectToast('Success', "You're now a scribe");
  expect(screen.queryByText(ENDED)).toBeNull();
  expect(location.search).toBe(`?invitation=${TOKEN}`);
  await release();
  expect(location.search).toBe(`?show=${show.id}`);
  await screen.findByRole('button', { name: 'Go live' });
});

test('lets only administrators go live before predictions lock', async () => {
  const show = sampleShow(24 * 9);
  const site = openSite([show]);
  await site.open('/scribe', toScribe(show));
  screen.getByText(SCRIBE_GO_LIVE_TOO_EARLY);
  expect(screen.getByRole('button', { name: 'Go live' })).toHaveProperty('disabled', true);
  expect(screen.queryByRole('button', { name: 'Go live and add' })).toBeNull();
});

test('opens the editor of the only show, without a picker and without other statuses', async () => {
  const [show, other] = [sampleShow(2), otherShow(1)];
  const site = openSite([other, show]);
  await site.open('/scribe', toScribe(show));
  screen.getByText(show.name);
  screen.getByRole('button', { name: 'Go live' });
  expect(screen.queryByLabelText('Show', { selector: 'select' })).toBeNull();
  expect(screen.queryByLabelText('Status', { selector: 'select' })).toBeNull();
});

test('lists only the shows of the scribe', async () => {
  const [show, second, other] = [sampleShow(2), otherShow(1), otherShow(2)];
  const site = openSite([other, second, show]);
  await site.open('/scribe', toScribe(show, second));
  const picker = within(screen.getByLabelText('Show', { selector: 'select' }));
  const values = picker.getAllByRole<HTMLOptionElement>('option').map(({ value }) => value);
  expect(new Set(values)).toEqual(new Set(['', show.id, second.id]));
});

test.each([
  ['the right was removed', sampleShow(2, { status: 'live' }), FAN],
  ['the show closed', sampleShow(-3, { status: 'closed' }), undefined],
])('replaces the editor when %s, and keeps unsent changes', async (_why, show, user) => {
  const site = openSite([show]);
  site.reject(addSetlistSong, 'You do not have permission to access the admin panel', 403);
  const scribe = user ?? toScribe(show);
  await site.open(`/scribe?show=${show.id}`, scribe);
  const rowId = '5a1c3d1e-0000-4000-8000-000000000001';
  const body = { id: rowId, songId: rowId };
  const change = { id: rowId, showId: show.id, rowId, title: 'Ember', edit: { do: 'add', body } };
  await act(async () => {
    openSetlistQueue(site.cache, scribe.id).change((items) => [...items, change as never]);
  });
  screen.getByText(ENDED);
  const unsent = within(await screen.findByRole('region', { name: 'Not yet sent' }));
  await unsent.findByText('You do not have permission to access the admin panel');
  unsent.getByText('Ember');
  expect(screen.queryByRole('button', { name: 'Add to setlist' })).toBeNull();
});

async function openDefault() {
  const [show, second] = [sampleShow(2, { status: 'live' }), otherShow(1)];
  const site = openSite([show, second]);
  site.respond(getSetlist, [setlistEntry(1)]);
  await site.open('/scribe', toScribe(show, second));
  const close = async () => {
    site.respond(listShows, [{ ...show, status: 'closed' }, second]);
    await act(() => site.cache.refetchQueries(queryFor(listShows)));
  };
  return { ...site, show, close };
}

test('stays on a show after it closes, even if the scribe has another one', async () => {
  const site = await openDefault();
  expect(location.search).toBe(`?show=${site.show.id}`);
  await site.close();
  await screen.findByText(ENDED);
  expect(screen.queryByRole('button', { name: 'Add to setlist' })).toBeNull();
});

test("keeps a row's form open after the show closes, until the scribe closes the form", async () => {
  const site = await openDefault();
  await site.user.click(screen.getByRole('button', { name: 'Edit Song 1' }));
  const form = within(await screen.findByRole('form', { name: 'Edit Song 1' }));
  site.fill(form.getByLabelText('Source (optional)'), 'Row 3');
  await site.close();
  await screen.findByText(ENDED);
  expect(form.getByLabelText('Source (optional)')).toHaveProperty('value', 'Row 3');
  await site.user.click(form.getByRole('button', { name: 'Cancel' }));
  screen.getByText(ENDED);
  expect(screen.queryByRole('button', { name: 'Add to setlist' })).toBeNull();
});

test('shows other fans that they have no setlist to enter', async () => {
  const site = openSite([sampleShow(2)]);
  await site.open('/scribe', FAN);
  screen.getByText('No setlist to enter');
});
