import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { type AdminUser, listUsers } from '#contract/accounts.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { useDialogOf } from '#web/ui/use-dialog-of.ts';
import { RoleDialog } from './role-dialog.tsx';
import { UserTable } from './user-table.tsx';

/** Every account, found by username or e-mail, and who is an administrator. */
export function UsersAdminTab() {
  const users = useQuery(queryFor(listUsers));
  const [wanted, setWanted] = useState('');
  const filter = useDeferredValue(wanted.trim().toLowerCase());
  const role = useDialogOf<AdminUser>();
  return (
    <div className="grid gap-5">
      <SearchField
        label="Search users"
        placeholder="Search by username or email..."
        autoCapitalize="none"
        spellCheck={false}
        text={wanted}
        onChange={setWanted}
      />
      <Loaded query={users} label="Loading users" failed="The users could not be loaded.">
        {(all) => <FoundUsers all={all} filter={filter} onChangeRole={role.openFor} />}
      </Loaded>
      {role.subject && (
        <RoleDialog key={role.turn} user={role.subject} open={role.open} onClose={role.close} />
      )}
    </div>
  );
}

type FoundUsersProps = {
  all: readonly AdminUser[];
  filter: string;
  onChangeRole: (user: AdminUser) => void;
};

function FoundUsers({ all, filter, onChangeRole }: FoundUsersProps) {
  const found = all.filter(
    ({ username, email }) =>
      username.toLowerCase().includes(filter) || email.toLowerCase().includes(filter),
  );
  if (found.length === 0) return <EmptyState title="No users found matching the search text" />;
  return (
    <>
      <p aria-live="polite" className="text-dim text-sm tabular-nums">
        {countOf(found.length)}
        {filter && ` of ${all.length.toLocaleString('en-US')}`}
      </p>
      <UserTable users={found} onChangeRole={onChangeRole} />
    </>
  );
}

function countOf(users: number): string {
  return users === 1 ? '1 user' : `${users.toLocaleString('en-US')} users`;
}
