import { useQuery } from '@tanstack/react-query';
import {
  getSignInMethods,
  requestSignInLink,
  SIGN_IN_LINK_MINUTES,
} from '#contract/account-links.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { Button } from '#web/ui/button.tsx';

type EmailLinkSignInProps = {
  /** Undefined if the email is invalid; the form then shows the error. */
  readEmail: () => Promise<string | undefined>;
};

/** Works even while failed attempts by others delay the password sign-in. */
export function EmailLinkSignIn({ readEmail }: EmailLinkSignInProps) {
  const methods = useQuery(queryFor(getSignInMethods));
  const requestLink = useMutation(
    mutationFor(requestSignInLink, {
      errorToast: {
        title: 'Failed to send the link',
        description: 'Please try again in a moment.',
      },
    }),
  );
  if (!methods.data?.byEmailLink) return null;
  return (
    <>
      <Button
        size="lg"
        pending={requestLink.isPending}
        pendingText="Sending..."
        onClick={async () => {
          const email = await readEmail();
          if (email !== undefined) await requestLink.mutate({ body: { email } });
        }}
      >
        Email me a sign-in link
      </Button>
      <p role="status">
        {requestLink.isSuccess &&
          `If this address has an account, a link is on its way. It works once, for ${SIGN_IN_LINK_MINUTES} minutes, on any device. Check your spam folder.`}
      </p>
    </>
  );
}
