import { useQuery } from '@tanstack/react-query';
import { Link, Redirect, useLocation } from 'wouter';
import { getNextSheet } from '#contract/next-sheet.ts';
import { paths } from '#contract/pages.ts';
import { AuthCard, TEXT_LINK } from '#web/accounts/auth-card.tsx';
import { DemoSignIn } from '#web/accounts/demo-sign-in.tsx';
import { LoginForm } from '#web/accounts/login-page.tsx';
import { SignupForm } from '#web/accounts/signup-page.tsx';
import type { SubmitState } from '#web/game/next-sheet/fan-sheet.tsx';
import { readIncomingSheet } from '#web/game/next-sheet/incoming-sheet.ts';
import { formatSheetLink } from '#web/game/next-sheet/sheet-link.ts';
import { queryFor } from '#web/http/query-for.ts';
import { SheetLine, SheetPreview } from './sheet-summary.tsx';

/** Signs a visitor up or in. Their sheet stays in the URL, whatever goes wrong. */
export default function AccountStep({ step }: { step: 'signup' | 'login' }) {
  const [, navigate] = useLocation();
  const { data } = useQuery(queryFor(getNextSheet));
  const sheet = readIncomingSheet();
  if (!sheet) return <Redirect to={paths.predict()} replace />;

  const link = formatSheetLink(sheet);
  const state: SubmitState = { submits: true };
  const submit = () => navigate(paths.predict() + link, { replace: true, state });
  const titleById = new Map(data?.songs.map(({ id, title }) => [id, title]));
  const summary = {
    titles: sheet.songIds.flatMap((id) => titleById.get(id) ?? []),
    show: data?.show ?? null,
    href: paths.predict() + link,
  };
  const isSignup = step === 'signup';
  const Form = isSignup ? SignupForm : LoginForm;
  return (
    <div className="mx-auto grid w-full max-w-4xl items-start gap-12 lg:grid-cols-2">
      <AuthCard
        title={isSignup ? 'Create Account' : 'Sign In'}
        intro="Last step. Your prediction is submitted right after."
        footer={
          <>
            {isSignup ? 'Already have an account? ' : 'New here? '}
            <Link
              href={paths.predict({ step: isSignup ? 'login' : 'signup' }) + link}
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
