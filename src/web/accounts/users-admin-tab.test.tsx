import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type CurrentUser, listUsers } from '#contract/accounts.ts';
import { countAuthorPosts, removeAuthorPosts } from '#contract/forum-posts.ts';
import { listShows } from '#contract/shows.ts';
import { ADMIN, FAN } from '../../../tests/support/site-samples.ts';
import { testSite } from '../../../tests/support/test-site.tsx';

const rowOf = (user: CurrentUser, isPostingEnded = false) => ({ ...user, isPostingEnded });

test('lists users with all columns and finds them by username or email', async () => {
  const site = testSite();
  site.answer(listShows, []);
  site.answer(listUsers, [rowOf(ADMIN), rowOf({ ...FAN, homeVenue: 'The Wick Street Armory' })]);
  await site.open('/admin?tab=users', ADMIN);
  screen.getByText('2 users');
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    ...['Username', 'Email', 'Points', 'Games', 'Average Score', 'Role'],
    ...['Favorite Song', 'Home Venue'],
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
    screen.getByRole('button', { name: 'Change the role of madder' });
    site.fill(search, '');
    await screen.findByText('2 users');
  }
  site.fill(search, 'nobody');
  await screen.findByText('No users found matching the search text');
});

test("removes a fan's posts after a confirmation that counts them", async () => {
  const site = testSite();
  site.answer(listShows, []);
  site.answer(listUsers, [rowOf(ADMIN), rowOf(FAN)]);
  await site.open('/admin?tab=users', ADMIN);
  const button = (name: string) => screen.getByRole('button', { name });
  expect(button('Remove all posts of admin')).toHaveProperty('disabled', true);
  site.answer(countAuthorPosts, { threads: 12, othersReplies: 1, replies: 3 });
  await site.user.click(button('Remove all posts of madder'));
  await screen.findByText('This deletes 12 threads, 1 reply by others, and 3 replies.');
  expect(site.callsOf(removeAuthorPosts)).toEqual([]);
  site.answer(removeAuthorPosts, undefined, 'account');
  site.answer(listUsers, [rowOf(ADMIN), rowOf(FAN, true)]);
  await site.user.click(button('Remove all and end posting'));
  await site.readToast('Success', 'All posts of madder are removed');
  expect(site.callsOf(removeAuthorPosts).map(({ path }) => path)).toEqual([
    `/api/admin/users/${FAN.id}/posts`,
  ]);
  await screen.findByRole('button', { name: 'Posting of madder ended' });
});
