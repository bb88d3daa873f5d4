import { cleanup, screen, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { CurrentUser } from '#contract/accounts.ts';
import { logout } from '#contract/accounts.ts';
import { getShowLeaderboard } from '#contract/leaderboards.ts';
import { listLiveShows } from '#contract/shows.ts';
import { buildAccountKey } from '#web/session/use-user.ts';
import { leaderboardRow } from '../../../../tests/support/live-show-samples.ts';
import { ADMIN, BAND, FAN, sampleShow } from '../../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../../tests/support/test-site.tsx';

const FAN_GROUPS = ['Main', 'Competition', 'Community', 'Account', 'Information'];
const LINKS = [
  ['Dashboard', '/'],
  ['Prediction Game', '/game'],
  ['Show Schedule', '/shows'],
  ['My Predictions', '/my-predictions'],
  ['Show Leaderboard', '/show-leaderboard'],
  ['Global Leaderboard', '/leaderboard'],
  ['Live Setlist', '/live-setlist'],
  ['Your Stats', '/statistics'],
  ['Leagues', '/leagues'],
  ['Fan Forums', '/forums'],
  ['Song Database', '/song-database'],
  ['Settings', '/settings'],
  ['About', '/about'],
  ['Contact', '/contact'],
  ['Donate', '/donate'],
];

async function openFrame(user: CurrentUser, site = createTestSite()) {
  await site.openWithFrame('/about', user);
  const sidebar = within(screen.getByRole('complementary', { name: 'Sidebar' }));
  const nav = within(sidebar.getByRole('navigation', { name: 'Main' }));
  return {
    ...site,
    sidebar,
    groups: () => nav.getAllByText(/./, { selector: 'p' }).map(({ textContent }) => textContent),
    links: () =>
      nav.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
  };
}

test('links a fan to every page, in five groups', async () => {
  const { sidebar, groups, links } = await openFrame(FAN);
  const brand = sidebar.getByRole('link', { name: BAND.productName });
  expect(brand.getAttribute('href')).toBe('/');
  expect(groups()).toEqual(FAN_GROUPS);
  expect(links()).toEqual(LINKS);
});

test('links an administrator to the Admin Panel in a separate group', async () => {
  const { groups, links } = await openFrame(ADMIN);
  expect(groups()).toEqual([...FAN_GROUPS, 'Admin']);
  expect(links()).toEqual([...LINKS, ['Admin Panel', '/admin']]);
});

test('links a scribe to their page, and a moderator to the reports in the Admin Panel', async () => {
  const scribe = await openFrame({ ...FAN, scribeOf: ['5a1c3d1e-0000-4000-8000-000000000000'] });
  expect(scribe.groups()).toEqual([...FAN_GROUPS, 'Scribe']);
  expect(scribe.links()).toEqual([...LINKS, ['Setlist Entry', '/scribe']]);
  cleanup();
  const moderator = await openFrame({ ...FAN, isModerator: true });
  expect(moderator.groups()).toEqual([...FAN_GROUPS, 'Admin']);
  expect(moderator.links()).toEqual([...LINKS, ['Admin Panel', '/admin']]);
});

test('shows the signed-in user in the footer', async () => {
  const { sidebar } = await openFrame(FAN);
  sidebar.getByText(FAN.username);
  sidebar.getByText(FAN.email);
  sidebar.getByRole('button', { name: 'Logout' });
});

test('does not request rankings while no show is live', async () => {
  const { listCalls, sidebar } = await openFrame(FAN);
  expect(listCalls(getShowLeaderboard)).toEqual([]);
  expect(sidebar.queryByText('Live Show Rankings')).toBeNull();
});

test('ranks the first live show and links to all entries', async () => {
  const site = createTestSite();
  site.respond(listLiveShows, [sampleShow(0, { status: 'live' })]);
  site.respond(getShowLeaderboard, [leaderboardRow(1, 41), leaderboardRow(2, 27)]);
  const { sidebar } = await openFrame(FAN, site);
  const ranking = within(sidebar.getByRole('region', { name: 'Live Show Rankings' }));
  ranking.getByText('An Evening by the River');
  expect(ranking.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    ...['1RaRank 141', '2RaRank 227'],
  ]);
  const link = ranking.getByRole('link', { name: 'View All 2 Entries' });
  expect(link.getAttribute('href')).toBe('/leaderboard');
});

test('shows that the live show has no predictions', async () => {
  const site = createTestSite();
  site.respond(listLiveShows, [sampleShow(0, { status: 'live' })]);
  site.respond(getShowLeaderboard, []);
  const { sidebar } = await openFrame(FAN, site);
  sidebar.getByText('No predictions yet');
});

test("removes every user's stored data on logout, except the device's theme", async () => {
  const { user, sidebar, respond } = await openFrame(FAN);
  respond(logout, undefined);
  const assign = vi.spyOn(location, 'assign').mockReturnValue();
  onTestFinished(() => {
    assign.mockRestore();
    localStorage.clear();
  });
  localStorage.setItem('theme', 'dark');
  for (const owner of [FAN, ADMIN])
    for (const name of ['draft', 'unsent', 'unsent-changes'])
      localStorage.setItem(buildAccountKey(name, owner.id), 'stored');
  await user.click(sidebar.getByRole('button', { name: 'Logout' }));
  await vi.waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/'));
  expect(Object.keys(localStorage)).toEqual(['theme']);
});

test('shows an error when the server rejects the logout', async () => {
  const { user, sidebar, reject, expectToast } = await openFrame(FAN);
  reject(logout);
  await user.click(sidebar.getByRole('button', { name: 'Logout' }));
  await expectToast('Logout failed', 'Unable to logout. Please try again.');
});
