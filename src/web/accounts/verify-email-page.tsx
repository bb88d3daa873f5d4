import { useEffect } from 'react';
import { Link } from 'wouter';
import { LINK_EXPIRED, verifyEmail } from '#contract/account-links.ts';
import { paths } from '#contract/pages.ts';
import { sentenceOf } from '#web/http/http-error.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { Button } from '#web/ui/button.tsx';
import { AuthCard } from './auth-card.tsx';
import { useLinkToken } from './link-token.ts';

/** Where the link that verifies an address leads: to open it is all there is to do. */
export default function VerifyEmailPage() {
  const token = useLinkToken();
  const { mutate, isSuccess, error } = useMutation(mutationFor(verifyEmail));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page opens
  useEffect(() => {
    if (token) void mutate({ body: { token } });
  }, []);

  return (
    <AuthCard title="Your email address" intro={<span role="status">{said()}</span>}>
      <Button asChild variant="lamp" size="lg" className="justify-self-start">
        <Link href={paths.dashboard()}>On to the game</Link>
      </Button>
    </AuthCard>
  );

  function said(): string {
    if (isSuccess) return 'Thank you: this address is yours. Nothing else is to do.';
    if (!token) return LINK_EXPIRED;
    return error
      ? sentenceOf(error, 'That did not work. Please open the link again.')
      : 'One moment…';
  }
}
