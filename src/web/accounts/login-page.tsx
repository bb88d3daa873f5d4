import { useForm } from 'react-hook-form';
import { Link, useLocation } from 'wouter';
import { login } from '#contract/accounts.ts';
import type { BodyInputOf } from '#contract/endpoint.ts';
import { paths } from '#contract/pages.ts';
import { useBand } from '#web/band/use-band.ts';
import { lazyResolver } from '#web/http/lazy-resolver.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { withNext } from '#web/session/next-path.ts';
import { beginSession } from '#web/session/session-query.ts';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { AuthCard, RedirectNotice, TEXT_LINK, useNextPath } from './auth-card.tsx';
import { DemoSignIn } from './demo-sign-in.tsx';
import { EmailLinkSignIn } from './email-link-sign-in.tsx';
import { EmailField, SubmitButton } from './form-parts.tsx';
import { PasskeySignIn } from './passkey-sign-in.tsx';

export default function LoginPage() {
  const productName = useBand()?.productName;
  const next = useNextPath();
  const [, navigate] = useLocation();
  const openNextPage = () => navigate(next, { replace: true });
  return (
    <AuthCard
      title="Sign In"
      intro={
        next === '/' ? 'Your picks are where you left them.' : <RedirectNotice action="Sign in" />
      }
      footer={
        <>
          New to {productName ?? 'the game'}?{' '}
          <Link href={withNext('signup', next)} className={TEXT_LINK}>
            Create an account
          </Link>
        </>
      }
    >
      <DemoSignIn onSignedIn={openNextPage} />
      <LoginForm onSignedIn={openNextPage} />
    </AuthCard>
  );
}

type LoginBody = BodyInputOf<typeof login>;

const resolver = lazyResolver<LoginBody, LoginBody>(
  async () => (await import('#contract/accounts.ts')).loginBody,
);

export function LoginForm({ onSignedIn }: { onSignedIn: () => void }) {
  const { register, handleSubmit, formState, trigger, getValues } = useForm<LoginBody>({
    resolver,
    defaultValues: { email: '', password: '' },
  });
  const { errors, isSubmitting } = formState;

  const signIn = useMutation(
    mutationFor(login, {
      successToast: { title: 'Welcome back!', description: "You've successfully signed in." },
      errorToast: { title: 'Login failed', description: 'Invalid email or password' },
      onSuccess(user, _input, _, { client }) {
        beginSession(client, user);
        onSignedIn();
      },
    }),
  );

  return (
    <form
      noValidate
      onSubmit={handleSubmit((body) => signIn.mutate({ body }))}
      className="grid gap-5"
    >
      <EmailField error={errors.email?.message} {...register('email')} />
      <div className="relative">
        <PasswordField
          label="Password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password')}
        />
        {/* On the label's row, but after the field in tab order. */}
        <Link
          href={paths.forgotPassword()}
          className="-top-4.5 absolute right-0 inline-flex min-h-11 items-end pb-1.5 text-dim text-sm underline decoration-edge underline-offset-4 hover:text-text hover:decoration-current"
        >
          Forgot password?
        </Link>
      </div>
      <SubmitButton pending={isSubmitting} pendingText="Signing in...">
        Sign In
      </SubmitButton>
      <PasskeySignIn onSignedIn={onSignedIn} />
      <EmailLinkSignIn
        readEmail={async () =>
          (await trigger('email', { shouldFocus: true })) ? getValues('email') : undefined
        }
      />
    </form>
  );
}
