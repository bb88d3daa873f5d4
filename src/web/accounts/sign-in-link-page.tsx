import { Link, useLocation } from 'wouter';
import { LINK_EXPIRED, signInByLink } from '#contract/account-links.ts';
import { paths } from '#contract/pages.ts';
import { isFinalResponse } from '#web/http/http-error.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { beginSession } from '#web/session/session-query.ts';
import { Button } from '#web/ui/button.tsx';
import { AuthCard } from './auth-card.tsx';
import { useLinkToken } from './link-token.ts';

/** Requires a click, because mail scanners open links too. */
export default function SignInLinkPage() {
  const token = useLinkToken();
  const [, navigate] = useLocation();
  const signIn = useMutation(
    mutationFor(signInByLink, {
      successToast: { title: 'Welcome back!', description: "You've successfully signed in." },
      errorToast: 'Login failed',
      onSuccess(user, _input, _, { client }) {
        beginSession(client, user);
        navigate(paths.dashboard(), { replace: true });
      },
    }),
  );

  if (
    token === '' ||
    (isFinalResponse(signIn.error) && signIn.error.serverMessage === LINK_EXPIRED)
  )
    return (
      <AuthCard title="Sign-in link" intro={LINK_EXPIRED}>
        <Button asChild variant="lamp" size="lg">
          <Link href={paths.login()}>Back to sign in</Link>
        </Button>
      </AuthCard>
    );
  return (
    <AuthCard title="Sign-in link" intro="This link signs you in on this device.">
      <Button
        variant="lamp"
        size="lg"
        pending={signIn.isPending}
        pendingText="Signing in..."
        onClick={() => signIn.mutate({ body: { token } })}
      >
        Sign In
      </Button>
    </AuthCard>
  );
}
