import { use } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { paths } from '#contract/pages.ts';
import { NextGame } from '#web/game/next-sheet/next-game.tsx';
import { UserContext } from '#web/session/use-user.ts';
import { lazyComponent, lazyPage } from '#web/ui/loading/lazy.tsx';
import { PageSkeleton } from '../page-slot.tsx';

const { page: SetPasswordPage } = lazyPage(() => import('#web/accounts/set-password-page.tsx'));
const AccountStep = lazyComponent(() => import('./account-step.tsx'));

export default function PredictPage() {
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  const user = use(UserContext);
  if (user?.mustChangePassword) return <SetPasswordPage />;
  const step = search.get('step');
  const invitation = search.get('invitation') ?? undefined;
  if (!user && (step === 'signup' || step === 'login'))
    return (
      <AccountStep {...{ step, invitation }} loadWhen="required" fallback={<PageSkeleton />} />
    );
  const signUpPath = paths.predict({ step: 'signup', invitation });
  return <NextGame onVisitorSubmit={() => navigate(signUpPath + location.hash)} />;
}
