import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  getLeagueSeason,
  getLeagueSheets,
  getLeagueTonight,
  listLeagueNights,
} from '#contract/league-boards.ts';
import {
  banLeagueMember,
  getLeague,
  handOverLeague,
  type League,
  liftLeagueBan,
  listLeagueBans,
  listLeagueMembers,
  type Member,
} from '#contract/leagues.ts';
import { paths } from '#contract/pages.ts';
import { listMyPredictions } from '#contract/predictions.ts';
import { listShows } from '#contract/shows.ts';
import { sampleSongId } from '../../../tests/support/live-show-samples.ts';
import { FAN, samplePrediction, sampleShow } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

const SHOW = sampleShow(30);
const ME: Member = { userId: FAN.id, username: FAN.username };
const TEASEL: Member = { userId: sampleSongId(2), username: 'teasel' };

const LEAGUE: League = {
  ...{ id: sampleSongId(1), name: 'Rail riders', color: 'teal', isListed: false, memberCount: 2 },
  ...{ owner: ME, isMember: true, invitation: null, hidden: null },
  startsFrom: { showId: SHOW.id, name: SHOW.name, date: SHOW.date, timeZone: SHOW.timeZone },
};

type LeagueData = {
  members: Member[];
  bans: Member[];
  missing: Member[];
  missingCount: number;
};

/** Change the returned `data` to change what the next requests load. */
async function openLeague(fields: Partial<LeagueData> = {}, prepare?: (site: Site) => void) {
  const data: LeagueData = {
    ...{ members: [ME, TEASEL], bans: [], missing: [], missingCount: 0 },
    ...fields,
  };
  const site = createTestSite();
  site.respond(getLeague, LEAGUE);
  site.respond(getLeagueSheets, () => ({
    show: { ...SHOW, status: 'open' as const },
    submitted: 0,
    missing: data.missing,
    missingCount: data.missingCount,
  }));
  site.respond(getLeagueTonight, { show: null, total: 0, rows: [] });
  site.respond(getLeagueSeason, []);
  site.respond(listLeagueNights, []);
  site.respond(listLeagueBans, () => data.bans);
  site.respond(listLeagueMembers, ({ query }) =>
    (query.includes('offset=0') ? data.members : []).map((member) => ({
      ...{ ...member, joinedAt: SHOW.date, isOwner: member.userId === ME.userId },
    })),
  );
  site.respond(listShows, [sampleShow(10, { id: sampleSongId(3) }), SHOW]);
  prepare?.(site);
  await site.open(paths.league({ id: LEAGUE.id }), FAN);
  async function choose(action: string) {
    await site.user.click(screen.getByRole('button', { name: 'Actions for teasel' }));
    await site.user.click(await screen.findByRole('menuitem', { name: action }));
    const confirmation = within(await screen.findByRole('alertdialog'));
    await site.user.click(confirmation.getByRole('button', { name: action }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  }
  return { ...site, data, choose };
}

type Site = ReturnType<typeof createTestSite>;

const findMembers = () => within(screen.getByRole('region', { name: 'Members' }));

const expectFocus = (list: string) =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole('list', { name: list })));

test('marks a private member of the latest show instead of linking to their sheet', async () => {
  const points = { rank: 1, totalPoints: 41 };
  const rows = [
    { ...TEASEL, ...points, isPrivate: true as const },
    { ...ME, ...points },
  ];
  await openLeague({}, (site) =>
    site.respond(getLeagueTonight, { show: { ...SHOW, status: 'closed' }, total: 2, rows }),
  );
  const board = within(await screen.findByRole('region', { name: 'Show' }));
  expect(board.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([ME.username]);
  board.getByText('private');
});

test('returns to the first members if their page no longer exists', async () => {
  const members = Array.from({ length: 51 }, (_, index) => ({
    ...{ userId: sampleSongId(index + 10), username: `fan ${index}` },
  }));
  const { user } = await openLeague({ members });
  await user.click(findMembers().getByRole('button', { name: 'Next' }));
  await findMembers().findByText('fan 0');
});

test('asks for my prediction even if I am not among the listed members', async () => {
  await openLeague({ missing: [TEASEL], missingCount: 60 });
  const link = screen.getByRole('link', { name: 'Make Prediction' });
  expect(link.getAttribute('href')).toBe(paths.game({ show: SHOW.id }));
});

test('asks for no prediction after I made mine', async () => {
  await openLeague({ missing: [TEASEL], missingCount: 1 }, (site) =>
    site.respond(listMyPredictions, [samplePrediction(SHOW, [1])]),
  );
  within(screen.getByRole('region', { name: 'No prediction yet' })).getByRole('listitem');
  expect(screen.queryByRole('link', { name: 'Make Prediction' })).toBeNull();
});

test('shows the start of the league in its form', async () => {
  const { user } = await openLeague();
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  const start = await screen.findByLabelText<HTMLSelectElement>('Counts from');
  await waitFor(() => expect(start.options).toHaveLength(3));
  expect(start.value).toBe(SHOW.id);
});

test('offers to load the shows again in the form', async () => {
  const { user, respond } = await openLeague({}, (site) => site.reject(listShows));
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  await screen.findByText('The shows could not be loaded.');
  respond(listShows, [SHOW]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('Counts from')).toHaveProperty('value', SHOW.id);
});

test('focuses the members after a ban', async () => {
  const { data, choose, respond } = await openLeague();
  data.members = [ME];
  data.bans = [TEASEL];
  respond(banLeagueMember, undefined, 'league');
  await choose('Ban');
  await screen.findByRole('region', { name: 'Banned' });
  await expectFocus('Members');
});

test('focuses the list that remains after a ban is lifted', async () => {
  const { data, respond, user } = await openLeague({
    bans: [TEASEL, { userId: sampleSongId(4), username: 'vetch' }],
  });
  respond(liftLeagueBan, undefined, 'league');
  data.bans = data.bans.slice(1);
  await user.click(screen.getByRole('button', { name: 'Lift ban of teasel' }));
  await expectFocus('Banned fans');
  data.bans = [];
  await user.click(screen.getByRole('button', { name: 'Lift ban of vetch' }));
  await expectFocus('Members');
  expect(screen.queryByRole('region', { name: 'Banned' })).toBeNull();
});

test('does not load the bans after the league has another owner', async () => {
  const { choose, respond, listCalls } = await openLeague({ bans: [ME] });
  const callCount = listCalls(listLeagueBans).length;
  const changed = { ...LEAGUE, owner: TEASEL };
  respond(getLeague, changed);
  respond(handOverLeague, changed, 'league');
  await choose('Make owner');
  await expectFocus('Members');
  expect(screen.queryByRole('region', { name: 'Banned' })).toBeNull();
  expect(listCalls(listLeagueBans)).toHaveLength(callCount);
});

test('shows an error of the winners and of the bans, and loads them again', async () => {
  const { user, respond } = await openLeague({}, (site) => {
    site.reject(listLeagueNights);
    site.reject(listLeagueBans);
  });
  screen.getByText('The winners could not be loaded.');
  screen.getByText('The banned fans could not be loaded.');
  respond(listLeagueNights, []);
  respond(listLeagueBans, [TEASEL]);
  for (const button of screen.getAllByRole('button', { name: 'Try again' }))
    await user.click(button);
  await screen.findByRole('button', { name: 'Lift ban of teasel' });
  expect(screen.queryByRole('region', { name: 'Recent winners' })).toBeNull();
});
