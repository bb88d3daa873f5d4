import { memo } from 'react';
import type { AdminUser } from '#contract/accounts.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Table, Td, Th } from '#web/ui/table.tsx';

type UserTableProps = {
  users: readonly AdminUser[];
  /** Gives the user the administrator's role, or takes it. */
  onChangeRole: (user: AdminUser) => void;
};

/** On phones the e-mail stands below the username, the tastes are reached by scrolling sideways. */
export const UserTable = memo(function UserTable({ users, onChangeRole }: UserTableProps) {
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
              <span className="flex items-center justify-between gap-3">
                <Badge tone={user.isAdmin ? 'special' : 'quiet'}>
                  {user.isAdmin ? 'Admin' : 'User'}
                </Badge>
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={`Change the role of ${user.username}`}
                  onClick={() => onChangeRole(user)}
                >
                  Change
                </Button>
              </span>
            </Td>
            <Td className="min-w-36">{user.favoriteSong ?? '—'}</Td>
            <Td className="min-w-36">{user.homeVenue ?? '—'}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
});
