import { useState } from 'react';
import type { AccountData } from '#contract/account-data.ts';
import { deleteAccount, exportAccountData } from '#contract/account-data.ts';
import type { DeletionImpact } from '#contract/deletion-impact.ts';
import { impactParts } from '#web/http/confirm-deletion.tsx';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { OwnPasswordField } from './form-parts.tsx';
import { PasskeyInstead, usePasskey } from './passkey-instead.tsx';
import { startOver } from './use-log-out.ts';

/** Downloads the user's data or deletes their account. */
export function AccountDataPanel() {
  const copy = useMutation(
    mutationFor(exportAccountData, {
      failed: 'Failed to download your data',
      onSuccess: saveAsFile,
    }),
  );
  return (
    <Panel title="Your data">
      <div className="grid justify-items-start gap-4 px-4.5 pb-5">
        <p className="text-dim">Download your predictions, links, posts and sessions as a file.</p>
        <Button pending={copy.isPending} pendingText="Preparing..." onClick={() => copy.mutate({})}>
          Download your data
        </Button>
        <DeleteAccount />
      </div>
    </Panel>
  );
}

function saveAsFile(data: AccountData): void {
  const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = 'called-it.json';
  link.click();
  // Safari reads the file asynchronously, so the URL must outlive the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/**
 * Asks for the password or a passkey, shows what will be deleted, then deletes the account. A
 * passkey must be used again to confirm.
 */
function DeleteAccount() {
  const [isOpen, setOpen] = useState(false);
  const [currentPassword, setPassword] = useState('');
  const [impact, setImpact] = useState<DeletionImpact>();
  const [usesPasskey, setUsesPasskey] = useState(false);
  const close = () => {
    setOpen(false);
    setImpact(undefined);
    setPassword('');
  };
  const remove = useMutation(
    mutationFor(deleteAccount, {
      failed: 'Failed to delete your account',
      async onSuccess(answer, { body }, _, { client }) {
        if (body.isConfirmed) await startOver(client);
        else {
          setUsesPasskey(body.credential !== undefined);
          setImpact(answer);
        }
      },
    }),
  );
  const byPassword = (isConfirmed: boolean) =>
    void remove.mutate({ body: { currentPassword, isConfirmed } });
  const byPasskey = usePasskey((credential) =>
    remove.mutate({ body: { credential, isConfirmed: true } }),
  );
  return (
    <>
      <Button variant="ghost" className="text-danger!" onClick={() => setOpen(true)}>
        Delete your account
      </Button>
      <FormDialog
        open={isOpen && !impact}
        onClose={close}
        title="Delete your account"
        submitLabel="Continue"
        pending={remove.isPending}
        pendingText="Checking..."
        onSubmit={(event) => {
          event.preventDefault();
          byPassword(false);
        }}
      >
        <p className="text-dim sm:col-span-2">
          Confirm that it's you. Before anything is deleted, you see what will be.
        </p>
        <OwnPasswordField className="sm:col-span-2" typed={currentPassword} onType={setPassword} />
        <PasskeyInstead
          onCredential={(credential) => remove.mutate({ body: { credential, isConfirmed: false } })}
        />
      </FormDialog>
      <ConfirmDialog
        open={impact !== undefined}
        onOpenChange={(open) => !open && close()}
        title="Delete your account permanently?"
        text={impact && impactText(impact)}
        confirmLabel="Delete my account"
        cancelLabel="Keep my account"
        pending={remove.isPending || byPasskey.isAsking}
        pendingText="Deleting..."
        onConfirm={() => (usesPasskey ? byPasskey.ask() : byPassword(true))}
      />
    </>
  );
}

function impactText(impact: DeletionImpact): string {
  const parts = impactParts(impact);
  const list = new Intl.ListFormat('en').format(['Your account', ...parts]);
  return `${list} will be permanently deleted, and you'll be signed out everywhere. This can't be undone.`;
}
