import { beginPasskeySignIn, passkeySignIn } from '#contract/passkeys.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { beginSession } from '#web/session/session-query.ts';
import { Button } from '#web/ui/button.tsx';
import { canUsePasskeys, showNoPasskeyToast, signWithPasskey } from './browser-passkeys.ts';

export function PasskeySignIn({ onSignedIn }: { onSignedIn: () => void }) {
  const errorToast = { title: 'Login failed', description: 'This passkey is not recognized' };
  const signIn = useMutation(
    mutationFor(passkeySignIn, {
      successToast: { title: 'Welcome back!', description: "You've successfully signed in." },
      errorToast,
      onSuccess(user, _input, _, { client }) {
        beginSession(client, user);
        onSignedIn();
      },
    }),
  );
  const begin = useMutation(
    mutationFor(beginPasskeySignIn, {
      errorToast: { ...errorToast, description: 'Please try again in a moment.' },
      async onSuccess(options) {
        const credential = await signWithPasskey(options);
        if (credential) await signIn.mutate({ body: { credential } });
        else showNoPasskeyToast();
      },
    }),
  );
  if (!canUsePasskeys()) return null;
  return (
    <Button
      size="lg"
      pending={begin.isPending}
      pendingText="Signing in..."
      onClick={() => begin.mutate({})}
    >
      Use a passkey
    </Button>
  );
}
