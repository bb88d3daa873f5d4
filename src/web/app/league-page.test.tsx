import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { banLeagueMember, liftLeagueBan, listLeagueBans } from '#contract/league-bans.ts';
import { getLeagueTonight, listLeagueNights } from '#contract/league-boards.ts';
import { nudgeLeague } from '#contract/league-nudges.ts';
import { getLeague, handOverLeague } from '#contract/leagues.ts';
import { paths } from '#contract/pages.ts';
import { listMyPredictions } from '#contract/predictions.ts';
import { listShows } from '#contract/shows.ts';
import { sampleSongId } from '../../../tests/support/live-show-samples.ts';
import {
  expectFocus,
  LEAGUE,
  ME,
  openLeague,
  SHOW,
  TEASEL,
} from '../../../tests/support/open-league.ts';
import { samplePrediction } from '../../../tests/support/site-samples.ts';

const fanLink = (name: string, scope: Pick<typeof screen, 'getByRole'> = screen) =>
  scope.getByRole('link', { name }).getAttribute('href');

const findMembers = () => within(screen.getByRole('region', { name: 'Members' }));

test('marks a private member of the latest show and links to their page', async () => {
  const points = { rank: 1, totalPoints: 41 };
  const rows = [
    { ...TEASEL, ...points, isPrivate: true as const },
    { ...ME, ...points },
  ];
  await openLeague({}, (site) =>
    site.respond(getLeagueTonight, { show: { ...SHOW, status: 'closed' }, total: 2, rows }),
  );
  const board = within(await screen.findByRole('region', { name: 'Show' }));
  expect([ME, TEASEL].map(({ username }) => fanLink(username, board))).toEqual([
    paths.fanSheet({ username: ME.username, id: SHOW.id }),
    paths.fan({ username: TEASEL.username }),
  ]);
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

test("asks for the fan's prediction even if they are not among the listed members", async () => {
  await openLeague({ missing: [TEASEL], missingCount: 60 });
  const link = screen.getByRole('link', { name: 'Make Prediction' });
  expect(link.getAttribute('href')).toBe(paths.game({ show: SHOW.id }));
});

test("doesn't ask for a prediction once the fan has one", async () => {
  await openLeague({ missing: [TEASEL], missingCount: 1 }, (site) =>
    site.respond(listMyPredictions, [samplePrediction(SHOW, [1])]),
  );
  const missing = within(screen.getByRole('region', { name: 'No prediction yet' }));
  missing.getByRole('heading', { name: 'Not submitted yet' });
  expect(missing.getByRole('listitem').textContent).toContain('teasel');
  expect(fanLink('teasel', missing)).toBe('/fans/teasel');
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

test("doesn't load the bans after the league changes hands", async () => {
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

test('shows load errors for the winners and the bans, and retries', async () => {
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

test("links the winners' names to their pages", async () => {
  const show = { ...SHOW, status: 'closed' as const };
  const night = { show, winners: [TEASEL], winnerCount: 1, totalPoints: 41 };
  await openLeague({}, (site) => site.respond(listLeagueNights, [night]));
  const winners = within(await screen.findByRole('region', { name: 'Recent winners' }));
  expect(fanLink('teasel', winners)).toBe('/fans/teasel');
});

test('offers a nudge until someone has sent it', async () => {
  const { user, data, respond } = await openLeague({ missing: [TEASEL], missingCount: 2 });
  data.nudge = { username: 'madder', createdAt: SHOW.date };
  respond(nudgeLeague, undefined, 'league');
  await user.click(screen.getByRole('button', { name: 'Send a Nudge' }));
  const text = await screen.findByText(/sent a nudge for this show/);
  expect(fanLink('madder', within(text))).toBe('/fans/madder');
  expect(screen.queryByRole('button', { name: 'Send a Nudge' })).toBeNull();
});

test.each([
  ['only I have no prediction', { missing: [ME], missingCount: 1 }],
  [
    'it is too late',
    { missing: [TEASEL], missingCount: 2, nudgesEndAt: new Date(0).toISOString() },
  ],
])('does not offer a nudge if %s', async (_when, fields) => {
  await openLeague(fields);
  expect(screen.queryByRole('button', { name: 'Send a Nudge' })).toBeNull();
});
