import { useState } from 'react';
import { NEW_PASSWORD_MIN, PASSWORD_MAX } from '#contract/accounts.ts';
import { importUsers } from '#contract/setup.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { ImportResult } from './import-result.tsx';

type ImportUsersPanelProps = { users: number; temporaryPassword: string };

export function ImportUsersPanel(props: ImportUsersPanelProps) {
  const [temporaryPassword, setTemporaryPassword] = useState(props.temporaryPassword);
  const change = useMutation(
    mutationFor(importUsers, {
      done: ({ results: { imported, skipped } }) =>
        `Imported ${imported} users (${skipped} skipped)`,
      failed: 'Failed to import users',
    }),
  );
  const results = change.data?.results;
  const isLongEnough = temporaryPassword.length >= NEW_PASSWORD_MIN;
  return (
    <Panel title="Users">
      <form
        noValidate
        className="grid gap-4 px-4.5 pb-4.5"
        onSubmit={(event) => {
          event.preventDefault();
          if (isLongEnough) void change.mutate({ body: { temporaryPassword } });
        }}
      >
        <p className="text-dim">
          Imports {props.users} users from the old site. Each must set a password of their own at
          the first sign-in. It is safe to run again: accounts that are there already are skipped.
        </p>
        <PasswordField
          label="Temporary password"
          hint={`At least ${NEW_PASSWORD_MIN} characters.`}
          autoComplete="off"
          maxLength={PASSWORD_MAX}
          value={temporaryPassword}
          onChange={({ target }) => setTemporaryPassword(target.value)}
        />
        <Button
          type="submit"
          className="justify-self-start max-sm:w-full"
          disabled={!isLongEnough}
          pending={change.isPending}
          pendingText="Importing..."
        >
          Import Users
        </Button>
        {results && (
          <ImportResult counts={[{ what: 'Users', ...results }]} errors={results.errors} />
        )}
      </form>
    </Panel>
  );
}
