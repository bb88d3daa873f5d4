import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type CurrentUser, listUsers } from '#contract/accounts.ts';
import { countAuthorPosts, removeAuthorPosts } from '#contract/forum-posts.ts';
import { listShows } from '#contract/shows.ts';
import { ADMIN, FAN } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

const adminUser = (user: CurrentUser, isPostingEnded = false) => ({ ...user, isPostingEnded });

test('lists users with all columns and finds them by username or email', async () => {
  const site = createTestSite();
  site.respond(listShows, []);
  site.respond(listUsers, [
    adminUser(ADMIN),
    adminUser({ ...FAN, homeVenue: 'The Wick Street Armory' }),
  ]);
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
  const site = createTestSite();
  site.respond(listShows, []);
  site.respond(listUsers, [adminUser(ADMIN), adminUser(FAN)]);
  await site.open('/admin?tab=users', ADMIN);
  const findButton = (name: string) => screen.getByRole('button', { name });
  expect(findButton('Remove all posts by admin')).toHaveProperty('disabled', true);
  site.respond(countAuthorPosts, { threads: 12, othersReplies: 1, replies: 3 });
  await site.user.click(findButton('Remove all posts by madder'));
  await screen.findByText('This deletes 12 threads, 1 reply by others, and 3 replies.');
  expect(site.listCalls(removeAuthorPosts)).toEqual([]);
  site.respond(removeAuthorPosts, undefined, 'account');
  site.respond(listUsers, [adminUser(ADMIN), adminUser(FAN, true)]);
  await site.user.click(findButton('Remove all and end posting'));
  await site.expectToast('Success', 'All posts by madder are removed');
  expect(site.listCalls(removeAuthorPosts).map(({ path }) => path)).toEqual([
    `/api/admin/users/${FAN.id}/posts`,
  ]);
  await screen.findByRole('button', { name: 'Posting by madder has ended' });
});
