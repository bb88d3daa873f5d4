import { memo } from 'react';
import type { AdminUser } from '#contract/accounts.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Table, Td, Th } from '#web/ui/table.tsx';

/** On phones the e-mail stands below the username, the tastes are reached by scrolling sideways. */
export const UserTable = memo(function UserTable({ users }: { users: readonly AdminUser[] }) {
  return (
    <Table label="Users" className="rounded-panel border border-rail bg-stage">
      <thead>
        <tr>
          <Th>Username</Th>
          <Th className="max-md:hidden">Email</Th>
          <Th numeric>Points</Th>
          <Th numeric>Games</Th>
          <Th numeric>Average Score</Th>
          <Th>Role</Th>
          <Th>Favorite Song</Th>
          <Th>Home Venue</Th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <tr key={user.id}>
            <Td className="max-w-64 wrap-anywhere">
              <span className="font-semibold">{user.username}</span>
              <span className="block text-dim text-xs md:hidden">{user.email}</span>
            </Td>
            <Td className="max-w-72 wrap-anywhere max-md:hidden">{user.email}</Td>
            <Td numeric>{user.totalPoints}</Td>
            <Td numeric>{user.gamesPlayed}</Td>
            <Td numeric>{Number(user.averageScore).toFixed(1)}</Td>
            <Td>
              <Badge tone={user.isAdmin ? 'special' : 'quiet'}>
                {user.isAdmin ? 'Admin' : 'User'}
              </Badge>
            </Td>
            <Td className="min-w-36">{user.favoriteSong ?? '—'}</Td>
            <Td className="min-w-36">{user.homeVenue ?? '—'}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
});
