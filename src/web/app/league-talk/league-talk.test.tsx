import { cleanup, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createLeaguePost, deleteLeaguePost, type LeaguePost } from '#contract/league-talk.ts';
import type { Member } from '#contract/leagues.ts';
import { createReport } from '#contract/reports.ts';
import { sampleSongId } from '../../../../tests/support/live-show-samples.ts';
import {
  expectFocus,
  ME,
  openLeague,
  SHOW,
  TEASEL,
} from '../../../../tests/support/open-league.ts';

const postBy = (author: Member, content: string): LeaguePost => ({
  ...{ id: sampleSongId(content.length + 100), content, hidden: null },
  author: { id: author.userId, username: author.username },
  ...{ createdAt: SHOW.date, updatedAt: SHOW.date },
});

const findTalk = () => within(screen.getByRole('region', { name: 'Talk' }));

test('keeps the text of a rejected post, even after a reload', async () => {
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

test("lets a member report another member's post, and shows a placeholder for a hidden one", async () => {
  const [gale, ember] = [postBy(TEASEL, 'Gale'), postBy(ME, 'Ember')];
  const hidden = { ...postBy(TEASEL, 'Hidden by a moderator'), hidden: 'removed' as const };
  const { user, respond, listCalls } = await openLeague({ posts: [hidden, ember, gale] });
  const menus = screen.getAllByRole('button', { name: 'Actions for the post by teasel' });
  const own = screen.getByRole('button', { name: `Actions for the post by ${ME.username}` });
  const listItems = async (menu: HTMLElement) => {
    await user.click(menu);
    return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  };
  const [hiddenPostMenu, galePostMenu] = menus;
  if (!hiddenPostMenu || !galePostMenu) throw new Error('A menu is missing');
  for (const [menu, items] of [
    [hiddenPostMenu, ['Delete']],
    [own, ['Edit', 'Delete']],
    [galePostMenu, ['Report', 'Delete']],
  ] as const) {
    expect(await listItems(menu)).toEqual(items);
    if (menu !== galePostMenu) await user.keyboard('{Escape}');
  }
  await user.click(screen.getByRole('menuitem', { name: 'Report' }));
  respond(createReport, { isNew: true, message: 'A moderator will look at it.' });
  const dialog = within(await screen.findByRole('dialog', { name: 'Report this post' }));
  await user.selectOptions(dialog.getByLabelText('Reason'), 'hate');
  await user.click(dialog.getByRole('button', { name: 'Report' }));
  await screen.findByText('A moderator will look at it.');
  expect(listCalls(createReport)).toHaveLength(1);
});

test("lets the owner delete another member's post but not edit it, and then focuses the list", async () => {
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
