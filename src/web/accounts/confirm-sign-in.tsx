import { useState } from 'react';
import { confirmSignIn, FRESH_SIGN_IN_MINUTES } from '#contract/fresh-sign-in.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { useFreshSignInPrompt } from '#web/session/call-with-fresh-sign-in.ts';
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx';
import { OwnPasswordField } from './form-parts.tsx';
import { PasskeyInstead } from './passkey-instead.tsx';

/** Asks who it is, where the server wants to know before one of the gravest changes. */
export function ConfirmSignIn() {
  const answer = useFreshSignInPrompt();
  const [password, setPassword] = useState('');
  const end = (isConfirmed: boolean) => {
    setPassword('');
    answer?.(isConfirmed);
  };
  const confirm = useMutation(
    mutationFor(confirmSignIn, {
      failed: 'It could not be confirmed that it is you',
      onSuccess: () => end(true),
    }),
  );
  return (
    <FormDialog
      open={answer !== undefined}
      onClose={() => end(false)}
      title="Is it still you?"
      submitLabel="Confirm"
      pending={confirm.isPending}
      pendingText="Checking..."
      onSubmit={(event) => {
        event.preventDefault();
        void confirm.mutate({ body: { password } });
      }}
    >
      <p className="text-dim sm:col-span-2">
        What you are about to do asks for your password again if you signed in more than{' '}
        {FRESH_SIGN_IN_MINUTES} minutes ago.
      </p>
      <OwnPasswordField className="sm:col-span-2" typed={password} onType={setPassword} />
      <PasskeyInstead onCredential={(credential) => confirm.mutate({ body: { credential } })} />
    </FormDialog>
  );
}
