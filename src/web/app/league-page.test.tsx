import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  getLeagueSeason,
  getLeagueSheets,
  getLeagueTonight,
  listLeagueNights,
} from '#contract/league-boards.ts';
import { nudgeLeague } from '#contract/league-nudges.ts';
import {
  createLeaguePost,
  deleteLeaguePost,
  type LeaguePost,
  listLeaguePosts,
} from '#contract/league-talk.ts';
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
  ...{ owner: ME, isMember: true, invitation: null },
  startsFrom: { showId: SHOW.id, name: SHOW.name, date: SHOW.date, timeZone: SHOW.timeZone },
};

type LeagueData = {
  members: Member[];
  bans: Member[];
  missing: Member[];
  missingCount: number;
  nudgesEndAt: string;
  nudge: { username: string | null; createdAt: string } | null;
  posts: LeaguePost[];
};

/** Change the returned `data` to change what the next requests load. */
async function openLeague(fields: Partial<LeagueData> = {}, prepare?: (site: Site) => void) {
  const data: LeagueData = {
    ...{ members: [ME, TEASEL], bans: [], missing: [], missingCount: 0, posts: [] },
    ...{ nudge: null, nudgesEndAt: SHOW.date },
    ...fields,
  };
  const site = createTestSite();
  site.respond(getLeague, LEAGUE);
  site.respond(getLeagueSheets, () => ({
    show: { ...SHOW, status: 'open' as const },
    submitted: 0,
    missing: data.missing,
    missingCount: data.missingCount,
    nudgesEndAt: data.nudgesEndAt,
    nudge: data.nudge,
  }));
  site.respond(listLeaguePosts, ({ query }) => (query.includes('offset=0') ? data.posts : []));
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

const postBy = (author: Member, content: string): LeaguePost => ({
  ...{ id: sampleSongId(content.length + 100), content },
  author: { id: author.userId, username: author.username },
  ...{ createdAt: SHOW.date, updatedAt: SHOW.date },
});

const findTalk = () => within(screen.getByRole('region', { name: 'Talk' }));

test('keeps the text of a post that the server rejects, also after a reload', async () => {
  const { user, reject } = await openLeague();
  reject(createLeaguePost, 'You are posting too often.', 429);
  await user.type(findTalk().getByLabelText('Your post'), 'Ember tonight');
  await user.click(findTalk().getByRole('button', { name: 'Post' }));
  await screen.findByText('You are posting too often.');
  expect(findTalk().getByLabelText('Your post')).toHaveProperty('value', 'Ember tonight');
  cleanup();
  await openLeague();
  expect(findTalk().getByLabelText('Your post')).toHaveProperty('value', 'Ember tonight');
});

test('lists a post once it is saved, and empties the box', async () => {
  const { user, data, respond } = await openLeague({ posts: [postBy(TEASEL, 'Gale')] });
  const post = postBy(ME, 'Ember tonight');
  respond(createLeaguePost, post, 'leagueTalk');
  await user.type(findTalk().getByLabelText('Your post'), post.content);
  data.posts = [post, ...data.posts];
  await user.click(findTalk().getByRole('button', { name: 'Post' }));
  await findTalk().findByText('Ember tonight');
  expect(findTalk().getByLabelText('Your post')).toHaveProperty('value', '');
});

test('focuses the posts after the owner deleted one, and offers no edit of it', async () => {
  const { user, data, respond } = await openLeague({
    posts: [postBy(TEASEL, 'Gale'), postBy(ME, 'Ember')],
  });
  await user.click(screen.getByRole('button', { name: 'Actions for the post by teasel' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  expect(screen.queryByRole('menuitem', { name: 'Edit' })).toBeNull();
  respond(deleteLeaguePost, undefined, 'leagueTalk');
  data.posts = data.posts.slice(1);
  const confirmation = within(await screen.findByRole('alertdialog'));
  await user.click(confirmation.getByRole('button', { name: 'Delete post' }));
  await expectFocus('Talk');
  expect(findTalk().queryByText('Gale')).toBeNull();
});

test('offers a nudge until someone sent it', async () => {
  const { user, data, respond } = await openLeague({ missing: [TEASEL], missingCount: 2 });
  data.nudge = { username: 'madder', createdAt: SHOW.date };
  respond(nudgeLeague, undefined, 'league');
  await user.click(screen.getByRole('button', { name: 'Send a Nudge' }));
  await screen.findByText(/sent a nudge for this show/);
  expect(screen.queryByRole('button', { name: 'Send a Nudge' })).toBeNull();
});

test.each([
  ['only I have no prediction', { missing: [ME], missingCount: 1 }],
  [
    'it is too late',
    { missing: [TEASEL], missingCount: 2, nudgesEndAt: new Date(0).toISOString() },
  ],
])('offers no nudge if %s', async (_when, fields) => {
  await openLeague(fields);
  expect(screen.queryByRole('button', { name: 'Send a Nudge' })).toBeNull();
});
