import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getLeagueSeason, getLeagueTonight } from '#contract/league-boards.ts';
import { type LeagueItem, listListedLeagues, listMyLeagues } from '#contract/leagues.ts';
import { listLiveShows, listShows } from '#contract/shows.ts';
import { sampleSongId } from '../../../tests/support/live-show-samples.ts';
import { FAN, sampleShow } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';
import { formatSeason } from './season-board.tsx';

const buildLeague = (number: number, fields: Partial<LeagueItem>): LeagueItem => ({
  ...{ id: sampleSongId(number), name: 'Rail riders', color: 'teal' },
  ...{ isListed: false, memberCount: 1, hidden: null, ...fields },
});

async function openLeagues(myLeagues: LeagueItem[], listed: LeagueItem[] = []) {
  const site = createTestSite();
  site.respond(listMyLeagues, () => myLeagues);
  site.respond(listListedLeagues, () => listed);
  site.respond(listShows, () => []);
  site.respond(getLeagueSeason, []);
  await site.open('/leagues', FAN);
  return site;
}

test('opens the form from the only action on an empty page', async () => {
  const { user } = await openLeagues([]);
  screen.getByText('No leagues yet');
  await user.click(screen.getByRole('button', { name: 'Create a League' }));
  const form = within(await screen.findByRole('dialog'));
  await user.click(form.getByRole('button', { name: 'Create League' }));
  await form.findByText('Enter a name');
  form.getByText('Choose a show', { selector: 'p, span' });
});

test('lists my leagues above the public ones', async () => {
  const open = buildLeague(1, { name: 'Everyone', isListed: true, memberCount: 1_200 });
  await openLeagues([buildLeague(0, {})], [open]);
  const findLink = (region: string) =>
    within(screen.getByRole('region', { name: region })).getByRole('link');
  expect(findLink('Your leagues').textContent).toContain('Rail riders1 member · invite-only');
  expect(findLink('Public leagues').textContent).toContain('1,200 members');
  expect(findLink('Public leagues').getAttribute('href')).toBe(
    `/leagues/league?id=${sampleSongId(1)}`,
  );
});

test('lists my public league only once', async () => {
  const myLeague = buildLeague(1, { name: 'My own', isListed: true });
  const other = buildLeague(2, { name: 'Everyone', isListed: true });
  await openLeagues([myLeague], [myLeague, other]);
  const listLinks = (region: string) =>
    within(screen.getByRole('region', { name: region }))
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'));
  expect(listLinks('Your leagues')).toEqual([`/leagues/league?id=${myLeague.id}`]);
  expect(listLinks('Public leagues')).toEqual([`/leagues/league?id=${other.id}`]);
});

test('hides the public leagues if I am in all of them', async () => {
  const myLeague = buildLeague(1, { name: 'My own', isListed: true });
  await openLeagues([myLeague], [myLeague]);
  screen.getByRole('region', { name: 'Your leagues' });
  expect(screen.queryByRole('region', { name: 'Public leagues' })).toBeNull();
});

test('shows my rank in each of my leagues, and my rank tonight during a live show', async () => {
  const site = createTestSite();
  const show = sampleShow(-1, { status: 'live' });
  const me = { userId: FAN.id, username: FAN.username };
  const teasel = { userId: sampleSongId(9), username: 'teasel' };
  site.respond(listShows, []);
  site.respond(listLiveShows, [show]);
  site.respond(listMyLeagues, [buildLeague(0, {})]);
  site.respond(listListedLeagues, []);
  site.respond(getLeagueSeason, [
    { ...teasel, rank: 1, totalPoints: 900, nightsWon: 1, shows: 1, showCount: 1 },
    { ...me, rank: 2, totalPoints: 800, nightsWon: 0, shows: 1, showCount: 1 },
  ]);
  const rows = [
    { ...me, rank: 1, totalPoints: 68 },
    { ...teasel, rank: 2, totalPoints: 41 },
  ];
  site.respond(getLeagueTonight, { show: { ...show, status: 'live' }, total: 2, rows });
  await site.open('/leagues', FAN);
  await screen.findByText(/1st of 2/);
  const link = within(screen.getByRole('region', { name: 'Your leagues' })).getByRole('link');
  expect(link.textContent).toMatch(/Live1st of 2 · 68 ptsYour rank: 2nd of 2 · 800 pts$/);
});

test('returns to the first public leagues if their page no longer exists', async () => {
  const site = createTestSite();
  const leagues = Array.from({ length: 51 }, (_, index) =>
    buildLeague(index, { name: `League ${index}`, isListed: true }),
  );
  site.respond(listMyLeagues, []);
  site.respond(listListedLeagues, ({ query }) => (query.includes('offset=0') ? leagues : []));
  await site.open('/leagues', FAN);
  await site.user.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByText('League 0');
});

test.each([
  [{ shows: 8, showCount: 9, nightsWon: 0 }, '8 of 9 shows'],
  [{ shows: 0, showCount: 1, nightsWon: 0 }, '0 of 1 show'],
  [{ shows: 9, showCount: 9, nightsWon: 1 }, '9 of 9 shows · 1 night won'],
  [{ shows: 9, showCount: 9, nightsWon: 2 }, '9 of 9 shows · 2 nights won'],
])('describes the season %j', (figures, text) => {
  expect(formatSeason(figures)).toBe(text);
});
