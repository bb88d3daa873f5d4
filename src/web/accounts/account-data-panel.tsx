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

/** To take along what is one's own, and to leave. */
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
        <p className="text-dim">
          Everything that is yours, as a file: predictions, links, posts, sessions.
        </p>
        <Button pending={copy.isPending} pendingText="Gathering..." onClick={() => copy.mutate({})}>
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
  // Safari reads the file only after a while.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Asks for the password or a passkey, then says what goes, then does it: a passkey has to say so again. */
function DeleteAccount() {
  const [isAsking, setAsking] = useState(false);
  const [currentPassword, setPassword] = useState('');
  const [going, setGoing] = useState<DeletionImpact>();
  const [isByPasskey, setByPasskey] = useState(false);
  const close = () => {
    setAsking(false);
    setGoing(undefined);
    setPassword('');
  };
  const remove = useMutation(
    mutationFor(deleteAccount, {
      failed: 'Failed to delete your account',
      async onSuccess(answer, { body }, _, { client }) {
        if (body.isConfirmed) await startOver(client);
        else {
          setByPasskey(body.credential !== undefined);
          setGoing(answer);
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
      <Button variant="ghost" className="text-danger!" onClick={() => setAsking(true)}>
        Delete your account
      </Button>
      <FormDialog
        open={isAsking && !going}
        onClose={close}
        title="Delete your account"
        submitLabel="Go on"
        pending={remove.isPending}
        pendingText="Checking..."
        onSubmit={(event) => {
          event.preventDefault();
          byPassword(false);
        }}
      >
        <p className="text-dim sm:col-span-2">
          Say first that it is you. Nothing is deleted yet: you are told what would go.
        </p>
        <OwnPasswordField className="sm:col-span-2" typed={currentPassword} onType={setPassword} />
        <PasskeyInstead
          onCredential={(credential) => remove.mutate({ body: { credential, isConfirmed: false } })}
        />
      </FormDialog>
      <ConfirmDialog
        open={going !== undefined}
        onOpenChange={(open) => !open && close()}
        title="Delete it for good?"
        text={going && whatGoes(going)}
        confirmLabel="Delete my account"
        cancelLabel="Keep it"
        pending={remove.isPending || byPasskey.isAsking}
        pendingText="Deleting..."
        onConfirm={() => (isByPasskey ? byPasskey.ask() : byPassword(true))}
      />
    </>
  );
}

function whatGoes(going: DeletionImpact): string {
  const parts = impactParts(going);
  const what = new Intl.ListFormat('en').format(['Your account', ...parts]);
  return `${what} ${parts.length > 0 ? 'go' : 'goes'} for good, and you are signed out everywhere. Nobody can bring it back.`;
}
