import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Redirect, useLocation } from 'wouter';
import { acceptInvitation } from '#contract/league-invitations.ts';
import { getNextSheet } from '#contract/next-sheet.ts';
import { paths } from '#contract/pages.ts';
import { AuthCard, TEXT_LINK } from '#web/accounts/auth-card.tsx';
import { DemoSignIn } from '#web/accounts/demo-sign-in.tsx';
import { LoginForm } from '#web/accounts/login-page.tsx';
import { SignupForm } from '#web/accounts/signup-page.tsx';
import type { SubmitState } from '#web/game/next-sheet/fan-sheet.tsx';
import { readIncomingSheet } from '#web/game/next-sheet/incoming-sheet.ts';
import { formatSheetLink } from '#web/game/next-sheet/sheet-link.ts';
import { mutationFor, runMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { SheetLine, SheetPreview } from './sheet-summary.tsx';

type AccountStepProps = {
  step: 'signup' | 'login';
  invitation: string | undefined;
};

/** Signs a visitor up or in. Their sheet stays in the URL, even if that fails. */
export default function AccountStep({ step, invitation }: AccountStepProps) {
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const { data } = useQuery(queryFor(getNextSheet));
  const sheet = readIncomingSheet();
  if (!sheet) return <Redirect to={paths.predict()} replace />;

  const link = formatSheetLink(sheet);
  const state: SubmitState = { shouldSubmit: true };
  function submit() {
    navigate(paths.predict() + link, { replace: true, state });
    if (invitation) joinLeague(client, invitation);
  }

  const titleById = new Map(data?.songs.map(({ id, title }) => [id, title]));
  const summary = {
    titles: sheet.songIds.flatMap((id) => titleById.get(id) ?? []),
    show: data?.show ?? null,
    href: paths.predict({ invitation }) + link,
  };
  const isSignup = step === 'signup';
  const Form = isSignup ? SignupForm : LoginForm;
  return (
    <div className="mx-auto grid w-full max-w-4xl grid-cols-1 items-start gap-12 lg:grid-cols-2">
      <AuthCard
        title={isSignup ? 'Create Account' : 'Sign In'}
        intro="Last step: your prediction is submitted as soon as you're signed in."
        footer={
          <>
            {isSignup ? 'Already have an account? ' : 'New here? '}
            <Link
              href={paths.predict({ step: isSignup ? 'login' : 'signup', invitation }) + link}
              replace
              className={TEXT_LINK}
            >
              {isSignup ? 'Sign in' : 'Create an account'}
            </Link>
          </>
        }
      >
        {data && <SheetLine {...summary} />}
        <DemoSignIn onSignedIn={submit} />
        <Form onSignedIn={submit} />
      </AuthCard>
      {data && <SheetPreview {...summary} />}
    </div>
  );
}

/** Not awaited: the prediction is submitted even if the invitation is no longer valid. */
function joinLeague(client: QueryClient, invitation: string): void {
  const accept = mutationFor(acceptInvitation, {
    successToast: ({ name }) => `You joined ${name}`,
    errorToast: 'Failed to join the league',
  });
  runMutation(client, accept, { params: { invitation } }).catch(() => {});
}
