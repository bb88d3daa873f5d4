import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { endMute, listMutedFans, listReports } from '#contract/moderation.ts';
import { getNextSongs } from '#contract/odds.ts';
import { getLastSetlistChange } from '#contract/setlist-undo.ts';
import { getSetlist } from '#contract/setlists.ts';
import { listShows } from '#contract/shows.ts';
import { listSongs } from '#contract/songs.ts';
import { ADMIN, FAN, sampleShow } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

test('denies fans access to the Admin Panel and links back', async () => {
  const site = createTestSite();
  await site.open('/admin', FAN);
  screen.getByRole('heading', { level: 1, name: 'Access Denied' });
  screen.getByText('You do not have permission to access the admin panel.');
  const back = screen.getByRole('link', { name: 'Back to the dashboard' });
  expect(back.getAttribute('href')).toBe('/');
});

test('shows a moderator only the reports and the muted fans', async () => {
  const site = createTestSite();
  site.respond(listReports, []);
  site.respond(listMutedFans, [
    { id: FAN.id, username: FAN.username, mutedUntil: '2099-12-04T15:04:00.000Z' },
  ]);
  site.respond(endMute, undefined, 'mute');
  await site.open('/admin?tab=users', { ...FAN, id: ADMIN.id, isModerator: true });
  screen.getByRole('heading', { level: 1, name: 'Reports' });
  expect(screen.queryAllByRole('tab')).toEqual([]);
  const endButton = screen.getByRole('button', { name: 'End the mute of madder' });
  site.respond(listMutedFans, []);
  await site.user.click(endButton);
  const list = await screen.findByRole('list', { name: 'Muted fans' });
  await expect.poll(() => document.activeElement).toBe(list);
  await site.expectToast('Success', 'Mute ended');
  expect(site.listCalls(endMute).map(({ path }) => path)).toEqual([
    `/api/admin/users/${FAN.id}/mute`,
  ]);
});

test('opens the Admin Panel at the live setlist, with a skeleton while it loads', async () => {
  const site = createTestSite();
  site.respond(listShows, []);
  site.respond(listSongs, []);
  const release = site.holdResponse(listShows);
  await site.open('/admin', ADMIN);
  screen.getByRole('heading', { level: 1, name: 'Admin Panel' });
  screen.getByText('Loading shows');
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    ...['Live Setlist', 'Shows', 'Songs', 'Scoring', 'Users', 'Reports', 'Setup'],
  ]);
  screen.getByRole('tab', { name: 'Live Setlist', selected: true });
  await release();
  screen.getByText('Next position');
});

test('does not add a row without a show and a song, or while the setlist loads', async () => {
  const site = createTestSite();
  const show = sampleShow(24 * 9);
  site.respond(listShows, [show]);
  site.respond(listSongs, []);
  site.respond(getSetlist, []);
  site.respond(getLastSetlistChange, undefined);
  site.respond(getNextSongs, []);
  await site.open('/admin', ADMIN);
  const add = screen.getByRole<HTMLButtonElement>('button', { name: 'Add to setlist' });
  await site.user.click(add);
  await site.expectToast('Error', 'Please select a show and song');
  const release = site.holdResponse(getSetlist);
  await site.user.selectOptions(screen.getByLabelText('Show', { selector: 'select' }), show.id);
  expect(add.disabled).toBe(true);
  await release();
  expect(screen.getByText('Next position').parentElement?.textContent).toBe('Next position1');
  await site.user.click(add);
  await site.expectToast('Error', 'Please select a show and song');
});
