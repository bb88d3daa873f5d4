import { useQuery } from '@tanstack/react-query';
import {
  type Backup,
  getRestoreLoss,
  getRestoreOutcome,
  type RestoredBackup,
  restoreBackup,
  TYPE_THE_NAME,
} from '#contract/backups.ts';
import { type CallInput, call } from '#web/http/call.ts';
import { DeletionImpactText, UNCACHED } from '#web/http/confirm-deletion.tsx';
import { isFinalResponse } from '#web/http/http-error.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { callWithFreshSignIn } from '#web/session/call-with-fresh-sign-in.ts';
import { TypedConfirm } from '#web/ui/overlay/typed-confirm.tsx';
import { formatTimestamp } from './format-backup.ts';

type RestoreDialogProps = { backup: Backup; open: boolean; onClose: () => void };

export function RestoreDialog({ backup, open, onClose }: RestoreDialogProps) {
  const impact = useQuery({
    ...queryFor(getRestoreLoss, { params: { name: backup.name } }),
    ...UNCACHED,
    enabled: open,
  });
  const restore = useMutation(
    mutationFor(restoreBackup, {
      send: async (endpoint, input: CallInput<typeof restoreBackup>) =>
        (await callWithFreshSignIn(endpoint, input)) ?? waitForRestore(backup.name),
      successToast: ({ takenAt, savedAs, hasAdministrator }) => ({
        title: `Restored the backup from ${formatTimestamp(takenAt)}`,
        description: hasAdministrator
          ? `The previous state is saved as ${savedAs}.`
          : `The previous state is saved as ${savedAs}. No account is an administrator. The next time the server starts, it prints a link to create one.`,
      }),
      errorToast: 'The backup could not be restored',
      onSuccess: onClose,
    }),
  );

  return (
    <TypedConfirm
      open={open}
      onClose={onClose}
      title="Restore this backup?"
      submitLabel="Restore"
      pending={restore.isPending}
      pendingText="Restoring..."
      name={backup.name}
      mismatchText={TYPE_THE_NAME}
      onConfirm={() =>
        void restore.mutate({ params: { name: backup.name }, body: { name: backup.name } })
      }
    >
      <p>
        All data returns to its state on {formatTimestamp(backup.madeAt)}. Predictions, accounts and
        posts created since then are removed, and password changes made since then are undone.
      </p>
      <p>
        <DeletionImpactText impact={impact.data} hasFailed={impact.error !== null} />
      </p>
      <p>The current state is saved first. The site is unavailable during the restore.</p>
    </TypedConfirm>
  );
}

const MAX_FAILURES = 30;
const RETRY_MS = 2_000;

/** Retries, because the server may not be able to check the session during the restore. */
async function waitForRestore(name: string): Promise<RestoredBackup> {
  for (let failures = 0; ; ) {
    try {
      const restored = await call(getRestoreOutcome, { params: { name } });
      if (restored) return restored;
      failures = 0;
    } catch (error) {
      failures += 1;
      if (isFinalResponse(error) || failures > MAX_FAILURES) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
