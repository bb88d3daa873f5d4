import { useQuery } from '@tanstack/react-query';
import { getCredentials } from '#contract/account-links.ts';
import { beginPasskeySignIn } from '#contract/passkeys.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { Button } from '#web/ui/button.tsx';
import { canUsePasskeys, showNoPasskeyToast, signWithPasskey } from './browser-passkeys.ts';

type Credential = NonNullable<Awaited<ReturnType<typeof signWithPasskey>>>;
type OnCredential = (credential: Credential) => Promise<unknown>;

export function PasskeyButton({ onCredential }: { onCredential: OnCredential }) {
  const credentials = useQuery(queryFor(getCredentials));
  const { isPending, requestCredential } = usePasskey(onCredential);
  if (!canUsePasskeys() || !credentials.data?.passkeys.length) return null;
  return (
    <Button
      className="justify-self-start sm:col-span-2"
      pending={isPending}
      pendingText="Waiting..."
      onClick={requestCredential}
    >
      Use a passkey
    </Button>
  );
}

/** A credential is valid once, so each request gets a new one. */
function usePasskey(onCredential: OnCredential) {
  const begin = useMutation(
    mutationFor(beginPasskeySignIn, {
      errorToast: 'Please try again in a moment.',
      async onSuccess(options) {
        const credential = await signWithPasskey(options);
        if (credential) await onCredential(credential);
        else showNoPasskeyToast();
      },
    }),
  );
  return { isPending: begin.isPending, requestCredential: () => void begin.mutate({}) };
}
