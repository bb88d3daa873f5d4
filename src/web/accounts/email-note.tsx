import { useQuery } from '@tanstack/react-query';
import { getCredentials, sendVerification } from '#contract/account-links.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { useUser } from '#web/session/use-user.ts';
import { Button } from '#web/ui/button.tsx';

export function EmailNote() {
  const { email } = useUser();
  const { data } = useQuery(queryFor(getCredentials));
  const send = useMutation(
    mutationFor(sendVerification, {
      successToast: 'We emailed you the link',
      errorToast: 'Failed to send the link',
    }),
  );
  if (!data?.sendsMail || data.isEmailVerified) return null;
  return (
    <section
      aria-label="Your email address"
      className="flex max-w-6xl flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-panel border border-rail bg-stage px-4.5 py-4"
    >
      <p className="min-w-0 max-w-xl">
        Is <b className="wrap-anywhere font-semibold">{email}</b> your address? Open the link we
        emailed you, so you can always reset a forgotten password.
      </p>
      <Button pending={send.isPending} pendingText="Sending..." onClick={() => send.mutate({})}>
        Send again
      </Button>
    </section>
  );
}
