import { useState } from 'react';
import { confirmSignIn, FRESH_SIGN_IN_MINUTES } from '#contract/fresh-sign-in.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { useFreshSignInPrompt } from '#web/session/call-with-fresh-sign-in.ts';
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx';
import { CurrentPasswordField } from './form-parts.tsx';
import { PasskeyButton } from './passkey-button.tsx';

export function ConfirmSignIn() {
  const resolvePrompt = useFreshSignInPrompt();
  const [password, setPassword] = useState('');
  const finish = (isConfirmed: boolean) => {
    setPassword('');
    resolvePrompt?.(isConfirmed);
  };
  const confirm = useMutation(
    mutationFor(confirmSignIn, {
      errorToast: "We couldn't confirm that it's you",
      onSuccess: () => finish(true),
    }),
  );
  return (
    <FormDialog
      open={resolvePrompt !== undefined}
      onClose={() => finish(false)}
      title="Confirm that it's you"
      submitLabel="Confirm"
      pending={confirm.isPending}
      pendingText="Checking..."
      onSubmit={(event) => {
        event.preventDefault();
        void confirm.mutate({ body: { password } });
      }}
    >
      <p className="text-dim sm:col-span-2">
        You signed in more than {FRESH_SIGN_IN_MINUTES} minutes ago. Enter your password to make
        this change.
      </p>
      <CurrentPasswordField className="sm:col-span-2" value={password} onChange={setPassword} />
      <PasskeyButton onCredential={(credential) => confirm.mutate({ body: { credential } })} />
    </FormDialog>
  );
}
