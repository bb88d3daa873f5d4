import { useQuery } from '@tanstack/react-query';
import { getSignInWays, requestSignInLink, SIGN_IN_LINK_MINUTES } from '#contract/account-links.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { Button } from '#web/ui/button.tsx';

type EmailLinkSignInProps = {
  /** The address in the form; undefined where it is none, which the form then says. */
  readEmail: () => Promise<string | undefined>;
};

/** Signs in by a mailed link, which no failed password of a stranger delays. */
export function EmailLinkSignIn({ readEmail }: EmailLinkSignInProps) {
  const ways = useQuery(queryFor(getSignInWays));
  const ask = useMutation(
    mutationFor(requestSignInLink, {
      failed: { title: 'No link was sent', description: 'Please try again in a moment.' },
    }),
  );
  if (!ways.data?.byEmailLink) return null;
  return (
    <>
      <Button
        size="lg"
        pending={ask.isPending}
        pendingText="Sending..."
        onClick={async () => {
          const email = await readEmail();
          if (email !== undefined) await ask.mutate({ body: { email } });
        }}
      >
        Email me a sign-in link
      </Button>
      <p role="status">
        {ask.isSuccess &&
          `If this address has an account, a link is on its way. It works once, for ${SIGN_IN_LINK_MINUTES} minutes, on any device. Check your spam folder.`}
      </p>
    </>
  );
}
