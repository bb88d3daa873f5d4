import { screen, within } from '@testing-library/react';
import type { Window } from 'happy-dom';
import { expect, onTestFinished, test } from 'vitest';
import { type AdminUser, type CurrentUser, listUsers } from '#contract/accounts.ts';
import { countAuthorPosts, removeAuthorPosts } from '#contract/forum-posts.ts';
import { endMute } from '#contract/moderation.ts';
import { listShows } from '#contract/shows.ts';
import { ADMIN, FAN } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

const toAdminUser = (user: CurrentUser, isPostingEnded = false): AdminUser => ({
  ...user,
  ...{ isPostingEnded, mutedUntil: null },
});

test('lists users with all columns and finds them by username or email', async () => {
  const site = createTestSite();
  site.respond(listShows, []);
  site.respond(listUsers, [
    toAdminUser(ADMIN),
    toAdminUser({ ...FAN, homeVenue: 'The Wick Street Armory' }),
  ]);
  await site.open('/admin?tab=users', ADMIN);
  screen.getByText('2 users');
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    ...['Username', 'Email', 'Points', 'Games', 'Average score', 'Role'],
    ...['Favorite song', 'Home venue'],
  ]);
  const [, admin, fan] = screen.getAllByRole('row').map((row) => within(row));
  admin?.getByText('Admin');
  fan?.getByText('User');
  fan?.getByRole('cell', { name: 'The Wick Street Armory' });
  fan?.getByRole('cell', { name: '0.0' });
  const search = screen.getByRole('searchbox', { name: 'Search users' });
  for (const text of [FAN.username.toUpperCase(), FAN.email]) {
    site.fill(search, text);
    await screen.findByText('1 user of 2');
    screen.getByRole('button', { name: 'Change role of madder' });
    site.fill(search, '');
    await screen.findByText('2 users');
  }
  site.fill(search, 'nobody');
  await screen.findByText('No users found matching the search text');
});

test("removes a fan's posts after a confirmation that counts them", async () => {
  const site = createTestSite();
  site.respond(listShows, []);
  site.respond(listUsers, [toAdminUser(ADMIN), toAdminUser(FAN)]);
  await site.open('/admin?tab=users', ADMIN);
  const findButton = (name: string) => screen.getByRole('button', { name });
  const openMenu = async (username: string) => {
    await site.user.click(findButton(`More actions for ${username}`));
    return within(await screen.findByRole('menu'));
  };
  const adminMenu = await openMenu('admin');
  const isDisabled = (item: HTMLElement) => item.getAttribute('aria-disabled') === 'true';
  expect(isDisabled(adminMenu.getByRole('menuitem', { name: 'Remove all posts' }))).toBe(true);
  await site.user.keyboard('{Escape}');
  site.respond(countAuthorPosts, { threads: 12, othersReplies: 1, replies: 3 });
  const fanMenu = await openMenu('madder');
  await site.user.click(fanMenu.getByRole('menuitem', { name: 'Remove all posts' }));
  await screen.findByText('This deletes 12 threads, 1 reply by others, and 3 replies.');
  expect(site.listCalls(removeAuthorPosts)).toEqual([]);
  site.respond(removeAuthorPosts, undefined, 'account');
  site.respond(listUsers, [toAdminUser(ADMIN), toAdminUser(FAN, true)]);
  await site.user.click(findButton('Remove all and ban from posting'));
  await site.expectToast('Success', 'All posts by madder are removed');
  expect(site.listCalls(removeAuthorPosts).map(({ path }) => path)).toEqual([
    `/api/admin/users/${FAN.id}/posts`,
  ]);
  const after = await openMenu('madder');
  expect(isDisabled(after.getByRole('menuitem', { name: 'Banned from posting' }))).toBe(true);
});

test('lists users as cards on a phone', async () => {
  const { happyDOM } = window as unknown as Window;
  const { innerWidth: width } = window;
  onTestFinished(() => happyDOM.setViewport({ width }));
  happyDOM.setViewport({ width: 639 });
  const site = createTestSite();
  site.respond(listShows, []);
  site.respond(listUsers, [toAdminUser({ ...FAN, homeVenue: 'The Wick Street Armory' })]);
  await site.open('/admin?tab=users', ADMIN);
  expect(screen.queryByRole('table')).toBeNull();
  const card = within(screen.getByRole('list', { name: 'Users' })).getByRole('listitem');
  const findFact = (label: string) => within(card).getByText(label).nextElementSibling?.textContent;
  within(card).getByRole('heading', { name: FAN.username });
  expect(card.textContent).toContain(FAN.email);
  expect(findFact('Average score')).toBe('0.0');
  expect(findFact('Home venue')).toBe('The Wick Street Armory');
  expect(within(card).queryByText('Favorite song')).toBeNull();
  within(card).getByRole('button', { name: 'Change role of madder' });
});

test('ends the mute of a fan who is still muted', async () => {
  const site = createTestSite();
  site.respond(listShows, []);
  const muted = { ...toAdminUser(FAN), mutedUntil: '2099-12-04T15:04:00.000Z' };
  const wasMuted = { ...toAdminUser(ADMIN), mutedUntil: '2020-12-04T15:04:00.000Z' };
  site.respond(listUsers, [wasMuted, muted]);
  site.respond(endMute, undefined);
  await site.open('/admin?tab=users', ADMIN);
  await site.user.click(screen.getByRole('button', { name: 'More actions for admin' }));
  await screen.findByRole('menuitem', { name: 'Sign out everywhere' });
  expect(screen.queryByRole('menuitem', { name: 'End mute' })).toBeNull();
  await site.user.keyboard('{Escape}');
  await site.user.click(screen.getByRole('button', { name: 'More actions for madder' }));
  await site.user.click(await screen.findByRole('menuitem', { name: 'End mute' }));
  await screen.findByText(/It would otherwise end on December 4, 2099 at 15:04 UTC\./);
  await site.user.click(screen.getByRole('button', { name: 'End mute' }));
  await site.expectToast('Success', 'madder can post again');
  expect(site.listCalls(endMute).map(({ path }) => path)).toEqual([
    `/api/admin/users/${FAN.id}/mute`,
  ]);
});
