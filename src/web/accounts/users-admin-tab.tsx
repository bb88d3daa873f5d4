import { useQuery } from '@tanstack/react-query';
import { memo, useDeferredValue, useState } from 'react';
import { type AdminUser, listUsers } from '#contract/accounts.ts';
import { USERS_CSV_PATH } from '#contract/exports.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { useFreshDownload } from '#web/session/use-fresh-download.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { SearchField } from '#web/ui/form/search-field.tsx';
import { Download, LogOut, MessageSquareX } from '#web/ui/icons.ts';
import { Table, Td, Th } from '#web/ui/list/table.tsx';
import { Tooltip } from '#web/ui/overlay/tooltip.tsx';
import { useDialogItem } from '#web/ui/overlay/use-dialog-item.ts';
import { EndPostingDialog, RoleDialog, SignOutDialog } from './user-dialogs.tsx';

export function UsersAdminTab() {
  const users = useQuery(queryFor(listUsers));
  const [searchText, setSearchText] = useState('');
  const filter = useDeferredValue(searchText.trim().toLowerCase());
  const roleDialog = useDialogItem<AdminUser>();
  const signOutDialog = useDialogItem<AdminUser>();
  const endPostingDialog = useDialogItem<AdminUser>();
  const downloadCsv = useFreshDownload('The users could not be downloaded');
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-72">
          <SearchField
            label="Search users"
            placeholder="Search by username or email..."
            autoCapitalize="none"
            spellCheck={false}
            text={searchText}
            onChange={setSearchText}
          />
        </div>
        <Button onClick={() => downloadCsv(USERS_CSV_PATH)}>
          <Download aria-hidden />
          Download all as CSV
        </Button>
      </div>
      <Loaded query={users} label="Loading users" errorMessage="The users could not be loaded.">
        {(allUsers) => (
          <FilteredUsers
            users={allUsers}
            filter={filter}
            onChangeRole={roleDialog.show}
            onSignOut={signOutDialog.show}
            onEndPosting={endPostingDialog.show}
          />
        )}
      </Loaded>
      {roleDialog.subject && (
        <RoleDialog
          key={roleDialog.key}
          user={roleDialog.subject}
          open={roleDialog.open}
          onClose={roleDialog.close}
        />
      )}
      {signOutDialog.subject && (
        <SignOutDialog
          key={signOutDialog.key}
          user={signOutDialog.subject}
          open={signOutDialog.open}
          onClose={signOutDialog.close}
        />
      )}
      {endPostingDialog.subject && (
        <EndPostingDialog
          key={endPostingDialog.key}
          user={endPostingDialog.subject}
          open={endPostingDialog.open}
          onClose={endPostingDialog.close}
        />
      )}
    </div>
  );
}

type FilteredUsersProps = {
  users: readonly AdminUser[];
  filter: string;
} & UserActions;

type UserActions = {
  onChangeRole: (user: AdminUser) => void;
  onSignOut: (user: AdminUser) => void;
  onEndPosting: (user: AdminUser) => void;
};

function FilteredUsers({ users, filter, ...actions }: FilteredUsersProps) {
  const matches = users.filter(
    ({ username, email }) =>
      username.toLowerCase().includes(filter) || email.toLowerCase().includes(filter),
  );
  if (matches.length === 0) return <EmptyState title="No users found matching the search text" />;
  return (
    <>
      <p aria-live="polite" className="text-dim text-sm tabular-nums">
        {formatUserCount(matches.length)}
        {filter && ` of ${users.length.toLocaleString('en-US')}`}
      </p>
      <UserTable users={matches} {...actions} />
    </>
  );
}

function formatUserCount(count: number): string {
  return count === 1 ? '1 user' : `${count.toLocaleString('en-US')} users`;
}

type UserTableProps = { users: readonly AdminUser[] } & UserActions;

const UserTable = memo(function UserTable({
  users,
  onChangeRole,
  onSignOut,
  onEndPosting,
}: UserTableProps) {
  return (
    <Table label="Users" className="rounded-panel border border-rail bg-stage">
      <thead>
        <tr>
          <Th>Username</Th>
          <Th className="max-2xl:hidden">Email</Th>
          <Th numeric>Points</Th>
          <Th numeric>Games</Th>
          <Th numeric>
            <span className="inline-block w-20 whitespace-normal">Average Score</span>
          </Th>
          <Th>Role</Th>
          <Th>Favorite Song</Th>
          <Th>Home Venue</Th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <tr key={user.id}>
            <Td>
              <span className="block min-w-36 max-w-64 wrap-break-word font-semibold">
                {user.username}
              </span>
              <span className="block wrap-anywhere text-dim text-xs 2xl:hidden">{user.email}</span>
            </Td>
            <Td className="max-2xl:hidden">
              <EmailAddress email={user.email} />
            </Td>
            <Td numeric>{user.totalPoints}</Td>
            <Td numeric>{user.gamesPlayed}</Td>
            <Td numeric>{Number(user.averageScore).toFixed(1)}</Td>
            <Td>
              <span className="flex items-center gap-1">
                <span className="grow">
                  <Badge tone={user.isAdmin ? 'special' : 'quiet'}>
                    {user.isAdmin ? 'Admin' : 'User'}
                  </Badge>
                </span>
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={`Change the role of ${user.username}`}
                  onClick={() => onChangeRole(user)}
                >
                  Change
                </Button>
                <Tooltip text="Sign out everywhere">
                  <Button
                    size="icon-sm"
                    variant="ghost"
                    aria-label={`Sign out ${user.username} everywhere`}
                    onClick={() => onSignOut(user)}
                  >
                    <LogOut aria-hidden />
                  </Button>
                </Tooltip>
                <Tooltip text={user.isPostingEnded ? 'Posting ended' : 'Remove all posts'}>
                  <Button
                    size="icon-sm"
                    variant="ghost"
                    disabled={user.isAdmin || user.isPostingEnded}
                    aria-label={
                      user.isPostingEnded
                        ? `Posting by ${user.username} has ended`
                        : `Remove all posts by ${user.username}`
                    }
                    onClick={() => onEndPosting(user)}
                  >
                    <MessageSquareX aria-hidden />
                  </Button>
                </Tooltip>
              </span>
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

/** Breaks a long address before the @ if possible. */
function EmailAddress({ email }: { email: string }) {
  const atIndex = email.lastIndexOf('@');
  return (
    <span className="block min-w-44 max-w-48 wrap-break-word">
      {email.slice(0, atIndex)}
      <wbr />
      {email.slice(atIndex)}
    </span>
  );
}
