import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type Backup, getRestoreLoss, restoreBackup, TYPE_THE_NAME } from '#contract/backups.ts';
import { Loss, READ_ONCE } from '#web/http/confirm-loss.tsx';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { callFreshly } from '#web/session/call-freshly.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { momentOf } from './backup-words.ts';

type RestoreDialogProps = { backup: Backup; open: boolean; onClose: () => void };

/** Asks for the backup's name before everything that is stored is replaced. */
export function RestoreDialog({ backup, open, onClose }: RestoreDialogProps) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const loss = useQuery({
    ...queryFor(getRestoreLoss, { params: { name: backup.name } }),
    ...READ_ONCE,
    enabled: open,
  });
  const restore = useMutation(
    mutationFor(restoreBackup, {
      send: callFreshly<typeof restoreBackup>,
      done: ({ takenAt, savedAs }) => ({
        title: `Restored as of ${momentOf(takenAt)}`,
        description: `What was there before is in ${savedAs}.`,
      }),
      failed: 'The backup could not be restored',
      onSuccess: onClose,
    }),
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    if (typed.trim() !== backup.name) return setError(TYPE_THE_NAME);
    void restore.mutate({ params: { name: backup.name }, body: { name: backup.name } });
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Restore this backup?"
      submitLabel="Restore"
      variant="danger"
      pending={restore.isPending}
      pendingText="Restoring..."
      onSubmit={submit}
    >
      <div className="grid gap-3 text-dim sm:col-span-2">
        <p>
          Everything that is stored becomes what it was on {momentOf(backup.madeAt)}: predictions,
          accounts and posts that came since are gone from the site, and whoever changed their
          password since signs in with the one of then.
        </p>
        <p>
          <Loss going={loss.data} hasFailed={loss.error !== null} />
        </p>
        <p>The present state is saved first. The site waits while it runs.</p>
      </div>
      <TextField
        className="sm:col-span-2"
        label={`Type ${backup.name} to confirm`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        error={error}
        onChange={({ target }) => {
          setTyped(target.value);
          setError(undefined);
        }}
      />
    </FormDialog>
  );
}
