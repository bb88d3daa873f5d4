import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccountData } from '#contract/account-data.ts';
import { deleteAccount, exportAccountData, getAccountDeletion } from '#contract/account-data.ts';
import type { DeletionImpact } from '#contract/deletion-impact.ts';
import { MINUTE } from '#contract/durations.ts';
import { listImpacts, UNCACHED } from '#web/http/confirm-deletion.tsx';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { Button } from '#web/ui/button.tsx';
import { FoldingPanel } from '#web/ui/folding-panel.tsx';
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx';
import { useDialogItem } from '#web/ui/overlay/use-dialog-item.ts';
import { CurrentPasswordField } from './form-parts.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { clearDeviceAndReload } from './use-log-out.ts';

export function AccountDataPanel() {
  const exportData = useMutation(
    mutationFor(exportAccountData, {
      errorToast: 'Failed to download your data',
      onSuccess: saveAsFile,
    }),
  );
  return (
    <FoldingPanel id="data" title="Your data">
      <div className="grid justify-items-start gap-4 px-4.5 pb-4.5">
        <p className="text-dim">Download your predictions, links, posts and sessions as a file.</p>
        <Button
          pending={exportData.isPending}
          pendingText="Preparing..."
          onClick={() => exportData.mutate({})}
        >
          Download your data
        </Button>
      </div>
      <div className="border-rail/60 border-t px-0.5 py-2">
        <DeleteAccount />
      </div>
    </FoldingPanel>
  );
}

function saveAsFile(data: AccountData): void {
  const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = 'called-it.json';
  link.click();
  // Safari reads the file asynchronously, so the URL must outlive the click.
  setTimeout(() => URL.revokeObjectURL(link.href), MINUTE);
}

function DeleteAccount() {
  const dialog = useDialogItem();
  return (
    <>
      <Button variant="ghost" className="text-danger!" onClick={() => dialog.show()}>
        Delete account
      </Button>
      <DeleteAccountDialog key={dialog.key} open={dialog.open} onClose={dialog.close} />
    </>
  );
}

function DeleteAccountDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [currentPassword, setPassword] = useState('');
  const impact = useQuery({ ...queryFor(getAccountDeletion), ...UNCACHED, enabled: open });
  const remove = useMutation(
    mutationFor(deleteAccount, {
      errorToast: 'Failed to delete your account',
      onSuccess: (_response, _input, _, { client }) => clearDeviceAndReload(client),
    }),
  );
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Delete your account permanently?"
      submitLabel="Delete account"
      variant="danger"
      disabled={impact.data === undefined}
      pending={remove.isPending}
      pendingText="Deleting..."
      onSubmit={(event) => {
        event.preventDefault();
        void remove.mutate({ body: { currentPassword, isConfirmed: true } });
      }}
    >
      <p aria-live="polite" className="sm:col-span-2">
        {formatImpact(impact)}
      </p>
      <CurrentPasswordField
        className="sm:col-span-2"
        value={currentPassword}
        onChange={setPassword}
      />
      {impact.data && (
        <PasskeyButton
          onCredential={(credential) => remove.mutate({ body: { credential, isConfirmed: true } })}
        />
      )}
    </FormDialog>
  );
}

function formatImpact({ data, error }: { data: DeletionImpact | undefined; error: Error | null }) {
  if (!data)
    return error
      ? "Couldn't load what will be deleted. Close this dialog and try again."
      : 'Checking what will be deleted...';
  const list = new Intl.ListFormat('en').format(['Your account', ...listImpacts(data)]);
  return `${list} will be permanently deleted, and you'll be signed out everywhere. This can't be undone.`;
}
