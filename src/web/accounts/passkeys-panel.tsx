import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getCredentials } from '#contract/account-links.ts';
import {
  addPasskey,
  beginPasskey,
  PASSKEY_NAME_MAX,
  type PasskeyItem,
  removePasskey,
  renamePasskey,
} from '#contract/passkeys.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { browserTimeZone, shortDate } from '#web/time/venue-time.ts';
import { Button } from '#web/ui/button.tsx';
import { FoldingPanel } from '#web/ui/folding-panel.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx';
import { canUsePasskeys, createPasskey, showNoPasskeyToast } from './browser-passkeys.ts';
import { CurrentPasswordField } from './form-parts.tsx';

export function PasskeysPanel() {
  const credentials = useQuery(queryFor(getCredentials));
  return (
    <FoldingPanel id="passkeys" title="Passkeys">
      <div className="grid gap-4 px-4.5 pb-5">
        <p className="text-dim">
          Sign in with your fingerprint, your face or a security key. Your password still works.
        </p>
        <Loaded
          query={credentials}
          label="Loading your passkeys"
          errorMessage="Your passkeys could not be loaded."
        >
          {({ passkeys }) =>
            passkeys.length > 0 && (
              <ul aria-label="Your passkeys">
                {passkeys.map((passkey) => (
                  <PasskeyRow key={passkey.id} passkey={passkey} />
                ))}
              </ul>
            )
          }
        </Loaded>
        {canUsePasskeys() ? (
          <AddPasskey />
        ) : (
          <p className="text-dim text-sm">
            Passkeys don't work in this browser or at this address.
          </p>
        )}
      </div>
    </FoldingPanel>
  );
}

function AddPasskey() {
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [currentPassword, setPassword] = useState('');
  const close = () => {
    setOpen(false);
    setName('');
    setPassword('');
  };
  const add = useMutation(
    mutationFor(addPasskey, {
      successToast: 'Passkey added',
      errorToast: 'Failed to add the passkey',
      onSuccess: close,
    }),
  );
  const begin = useMutation(
    mutationFor(beginPasskey, {
      errorToast: 'Failed to add the passkey',
      async onSuccess(options) {
        const credential = await createPasskey(options);
        if (credential) await add.mutate({ body: { name, credential } });
        else showNoPasskeyToast();
      },
    }),
  );
  return (
    <>
      <Button className="justify-self-start" onClick={() => setOpen(true)}>
        Add a passkey
      </Button>
      <FormDialog
        open={isOpen}
        onClose={close}
        title="Add a passkey"
        submitLabel="Add"
        pending={begin.isPending}
        pendingText="Adding..."
        onSubmit={(event) => {
          event.preventDefault();
          void begin.mutate({ body: { currentPassword } });
        }}
      >
        <TextField
          label="Name"
          hint="For example: phone, or blue key."
          required
          maxLength={PASSKEY_NAME_MAX}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <CurrentPasswordField value={currentPassword} onChange={setPassword} />
      </FormDialog>
    </>
  );
}

function PasskeyRow({ passkey: { id, name, createdAt, lastUsedAt } }: { passkey: PasskeyItem }) {
  const [isRenaming, setRenaming] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const [newName, setNewName] = useState(name);
  const rename = useMutation(
    mutationFor(renamePasskey, {
      successToast: 'Passkey renamed',
      errorToast: 'Failed to rename the passkey',
      onSuccess: () => setRenaming(false),
    }),
  );
  const remove = useMutation(
    mutationFor(removePasskey, {
      successToast: 'Passkey removed',
      errorToast: 'Failed to remove the passkey',
      onSuccess: () => setRemoving(false),
    }),
  );
  const formatDay = (instant: string) => shortDate(instant, browserTimeZone());
  return (
    <li className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-rail border-b py-3 last:border-b-0">
      <div className="min-w-0">
        <p className="wrap-anywhere font-semibold">{name}</p>
        <p className="text-dim text-sm">
          Added {formatDay(createdAt)},{' '}
          {lastUsedAt ? `last used ${formatDay(lastUsedAt)}` : 'not used yet'}
        </p>
      </div>
      <div className="flex gap-2">
        <Button size="sm" aria-label={`Rename ${name}`} onClick={() => setRenaming(true)}>
          Rename
        </Button>
        <Button size="sm" aria-label={`Remove ${name}`} onClick={() => setRemoving(true)}>
          Remove
        </Button>
      </div>
      <FormDialog
        open={isRenaming}
        onClose={() => setRenaming(false)}
        title="Rename the passkey"
        submitLabel="Rename"
        pending={rename.isPending}
        pendingText="Renaming..."
        onSubmit={(event) => {
          event.preventDefault();
          void rename.mutate({ params: { id }, body: { name: newName } });
        }}
      >
        <TextField
          label="Name"
          className="sm:col-span-2"
          maxLength={PASSKEY_NAME_MAX}
          value={newName}
          onChange={({ target }) => setNewName(target.value)}
        />
      </FormDialog>
      <ConfirmDialog
        open={isRemoving}
        onOpenChange={setRemoving}
        title="Remove the passkey?"
        text={`You can no longer sign in with “${name}”. Your password still works.`}
        confirmLabel="Remove passkey"
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ params: { id } })}
      />
    </li>
  );
}
