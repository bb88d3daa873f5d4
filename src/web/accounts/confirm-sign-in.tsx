import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getCredentials } from '#contract/account-links.ts';
import { confirmSignIn, FRESH_SIGN_IN_MINUTES } from '#contract/fresh-sign-in.ts';
import { beginPasskeySignIn } from '#contract/passkeys.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { useSignInQuestion } from '#web/session/call-freshly.ts';
import { Button } from '#web/ui/button.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { askForPasskey, canUsePasskeys, sayNoPasskey } from './ask-for-passkey.ts';
import { OwnPasswordField } from './form-parts.tsx';

/** Asks who it is, where the server wants to know before one of the gravest changes. */
export function ConfirmSignIn() {
  const answer = useSignInQuestion();
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

type Credential = NonNullable<Awaited<ReturnType<typeof askForPasskey>>>;

/** For who has added one. */
function PasskeyInstead({ onCredential }: { onCredential: (one: Credential) => Promise<void> }) {
  const credentials = useQuery(queryFor(getCredentials));
  const begin = useMutation(
    mutationFor(beginPasskeySignIn, {
      failed: 'Please try again in a moment.',
      async onSuccess(options) {
        const credential = await askForPasskey(options);
        if (credential) await onCredential(credential);
        else sayNoPasskey();
      },
    }),
  );
  if (!canUsePasskeys() || !credentials.data?.passkeys.length) return null;
  return (
    <Button
      className="justify-self-start sm:col-span-2"
      pending={begin.isPending}
      pendingText="Waiting..."
      onClick={() => begin.mutate({})}
    >
      Use a passkey
    </Button>
  );
}
