import { useEffect } from 'react';
import { Link } from 'wouter';
import { LINK_EXPIRED, verifyEmail } from '#contract/account-links.ts';
import { paths } from '#contract/pages.ts';
import { errorMessage } from '#web/http/http-error.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { Button } from '#web/ui/button.tsx';
import { AuthCard } from './auth-card.tsx';
import { useLinkToken } from './link-token.ts';

export default function VerifyEmailPage() {
  const token = useLinkToken();
  const { mutate, isSuccess, error } = useMutation(mutationFor(verifyEmail));
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the page opens
  useEffect(() => {
    if (token) void mutate({ body: { token } });
  }, []);

  return (
    <AuthCard title="Your email address" intro={<span role="status">{getStatusText()}</span>}>
      <Button asChild variant="lamp" size="lg" className="justify-self-start">
        <Link href={paths.dashboard()}>Go to the dashboard</Link>
      </Button>
    </AuthCard>
  );

  function getStatusText(): string {
    if (isSuccess) return 'Thanks! Your email address is verified.';
    if (!token) return LINK_EXPIRED;
    return error
      ? errorMessage(error, "That didn't work. Please open the link again.")
      : 'One moment...';
  }
}
