import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { type AdminUser, listUsers, setUserRole } from '#contract/accounts.ts';
import { USERS_CSV_PATH } from '#contract/exports.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { callWithFreshSignIn } from '#web/session/call-with-fresh-sign-in.ts';
import { useReauthenticatedDownload } from '#web/session/use-reauthenticated-download.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { SearchField } from '#web/ui/form/search-field.tsx';
import { Download } from '#web/ui/icons.ts';
import { useDialogItem } from '#web/ui/overlay/use-dialog-item.ts';
import { usePhoneScreen } from '#web/ui/use-wide-screen.ts';
import type { UserActionHandlers } from './user-actions.tsx';
import { UserCards } from './user-cards.tsx';
import { EndMuteDialog, EndPostingDialog, RoleDialog, SignOutDialog } from './user-dialogs.tsx';
import { UserTable } from './user-table.tsx';

export function UsersAdminTab() {
  const users = useQuery(queryFor(listUsers));
  const [searchText, setSearchText] = useState('');
  const filter = useDeferredValue(searchText.trim().toLowerCase());
  const roleDialog = useDialogItem<AdminUser>();
  const signOutDialog = useDialogItem<AdminUser>();
  const endPostingDialog = useDialogItem<AdminUser>();
  const endMuteDialog = useDialogItem<AdminUser>();
  const changeModerator = useMutation(
    mutationFor(setUserRole, {
      send: callWithFreshSignIn<typeof setUserRole>,
      successToast: ({ username, isModerator }) =>
        isModerator ? `${username} is now a moderator` : `${username} is no longer a moderator`,
      errorToast: 'Failed to change the role',
    }),
  );
  return (
    <div className="grid gap-5">
      <SearchField
        label="Search users"
        placeholder="Search by username or email..."
        autoCapitalize="none"
        spellCheck={false}
        text={searchText}
        onChange={setSearchText}
      />
      <Loaded query={users} label="Loading users" errorMessage="The users could not be loaded.">
        {(allUsers) => (
          <FilteredUsers
            users={allUsers}
            filter={filter}
            onChangeRole={roleDialog.show}
            onToggleModerator={({ id, isModerator }) =>
              void changeModerator.mutate({ params: { id }, body: { isModerator: !isModerator } })
            }
            onSignOut={signOutDialog.show}
            onEndPosting={endPostingDialog.show}
            onEndMute={endMuteDialog.show}
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
      {endMuteDialog.subject && (
        <EndMuteDialog
          key={endMuteDialog.key}
          user={endMuteDialog.subject}
          open={endMuteDialog.open}
          onClose={endMuteDialog.close}
        />
      )}
    </div>
  );
}

type FilteredUsersProps = {
  users: readonly AdminUser[];
  filter: string;
} & UserActionHandlers;

function FilteredUsers({ users, filter, ...actions }: FilteredUsersProps) {
  const isPhone = usePhoneScreen();
  const matches = users.filter(
    ({ username, email }) =>
      username.toLowerCase().includes(filter) || email.toLowerCase().includes(filter),
  );
  const downloadCsv = useReauthenticatedDownload('The users could not be downloaded');
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p aria-live="polite" className="text-dim tabular-nums">
          {formatUserCount(matches.length)}
          {filter && ` of ${users.length.toLocaleString('en-US')}`}
        </p>
        <Button size="sm" onClick={() => downloadCsv(USERS_CSV_PATH)}>
          <Download aria-hidden />
          Download all as CSV
        </Button>
      </div>
      {matches.length === 0 ? (
        <EmptyState title="No users found matching the search text" />
      ) : isPhone ? (
        <UserCards users={matches} {...actions} />
      ) : (
        <UserTable users={matches} {...actions} />
      )}
    </>
  );
}

function formatUserCount(count: number): string {
  return count === 1 ? '1 user' : `${count.toLocaleString('en-US')} users`;
}
