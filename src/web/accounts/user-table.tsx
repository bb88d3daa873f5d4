import { memo } from 'react';
import type { AdminUser } from '#contract/accounts.ts';
import { LongName } from '#web/ui/list/long-name.tsx';
import { Table, Td, Th } from '#web/ui/list/table.tsx';
import { EmailAddress } from './email-address.tsx';
import { type UserActionHandlers, UserActions } from './user-actions.tsx';

type UserTableProps = { users: readonly AdminUser[] } & UserActionHandlers;

export const UserTable = memo(function UserTable({ users, ...handlers }: UserTableProps) {
  return (
    <Table label="Users" className="rounded-panel border border-rail bg-stage">
      <thead>
        <tr>
          <Th>Username</Th>
          <Th className="max-2xl:hidden">Email</Th>
          <Th numeric>Points</Th>
          <Th numeric>Games</Th>
          <Th numeric>
            <span className="inline-block w-20 whitespace-normal">Average score</span>
          </Th>
          <Th>Role</Th>
          <Th>Favorite song</Th>
          <Th>Home venue</Th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <tr key={user.id}>
            <Td>
              <span className="flex min-w-36 max-w-64 font-semibold">
                <LongName name={user.username} />
              </span>
              <span className="wrap-break-word block max-w-64 text-dim text-xs 2xl:hidden">
                <EmailAddress email={user.email} />
              </span>
            </Td>
            <Td className="max-2xl:hidden">
              <span className="block min-w-44 max-w-48 wrap-break-word">
                <EmailAddress email={user.email} />
              </span>
            </Td>
            <Td numeric>{user.totalPoints.toLocaleString('en-US')}</Td>
            <Td numeric>{user.gamesPlayed}</Td>
            <Td numeric>{Number(user.averageScore).toFixed(1)}</Td>
            <Td>
              <UserActions user={user} {...handlers} />
            </Td>
            <Td>
              <span className="block min-w-24">{user.favoriteSong ?? '—'}</span>
            </Td>
            <Td>
              <span className="block min-w-24">{user.homeVenue ?? '—'}</span>
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
});
