import { Link, useLocation } from 'wouter';
import { register as registerAccount, SIGNUP_PASSWORD_MIN } from '#contract/accounts.ts';
import { useBand } from '#web/band/use-band.ts';
import { lazyResolver } from '#web/http/lazy-resolver.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { withNext } from '#web/session/next-path.ts';
import { beginSession } from '#web/session/session-query.ts';
import { type AccountFields, AccountForm } from './account-form.tsx';
import { AuthCard, RedirectNotice, TEXT_LINK, useNextPath } from './auth-card.tsx';

export default function SignupPage() {
  const [, navigate] = useLocation();
  const band = useBand();
  const next = useNextPath();
  const defaultIntro = band
    ? `Pick a name, predict every show, and see where you rank among ${band.bandName} fans.`
    : '';
  return (
    <AuthCard
      title="Create Account"
      intro={next === '/' ? defaultIntro : <RedirectNotice action="Create your account" />}
      footer={
        <>
          Already have an account?{' '}
          <Link href={withNext('login', next)} className={TEXT_LINK}>
            Sign in
          </Link>
        </>
      }
    >
      <SignupForm onSignedIn={() => navigate(next, { replace: true })} />
    </AuthCard>
  );
}

const resolver = lazyResolver<AccountFields, AccountFields>(async () => {
  const { registerBody } = await import('#contract/accounts.ts');
  return registerBody.extend({ confirmPassword: registerBody.shape.password });
});

export function SignupForm({ onSignedIn }: { onSignedIn: () => void }) {
  const productName = useBand()?.productName;
  const signUp = useMutation(
    mutationFor(registerAccount, {
      successToast: {
        title: productName ? `Welcome to ${productName}!` : 'Welcome!',
        description: 'Your account has been created successfully.',
      },
      errorToast: { title: 'Registration failed', description: 'Unable to create account' },
      onSuccess(user, _input, _, { client }) {
        beginSession(client, user);
        onSignedIn();
      },
    }),
  );
  return (
    <AccountForm
      passwordMin={SIGNUP_PASSWORD_MIN}
      resolver={resolver}
      send={(body, showErrors) => signUp.mutate({ body }, { onError: showErrors })}
    />
  );
}
