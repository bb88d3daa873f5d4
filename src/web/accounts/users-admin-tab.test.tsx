import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listUsers } from '#contract/accounts.ts';
import { listShows } from '#contract/shows.ts';
import { ADMIN, FAN } from '../../../tests/support/site-samples.ts';
import { testSite } from '../../../tests/support/test-site.tsx';

test('the users have their columns, and are found by name or address', async () => {
  const site = testSite();
  site.answer(listShows, []);
  site.answer(listUsers, [ADMIN, { ...FAN, homeVenue: 'The Wick Street Armory' }]);
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
