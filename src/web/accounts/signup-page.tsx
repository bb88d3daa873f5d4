import { useForm } from 'react-hook-form';
import { Link, useLocation } from 'wouter';
import { register as registerAccount } from '#contract/accounts.ts';
import type { BodyInputOf } from '#contract/endpoint.ts';
import { useBand } from '#web/band/use-band.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { rulesFrom } from '#web/http/rules-from.ts';
import { showIssues } from '#web/http/show-issues.ts';
import { withNext } from '#web/session/next-path.ts';
import { beginSession } from '#web/session/session-query.ts';
import { Button } from '#web/ui/button.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { AuthCard, SentHere, TEXT_LINK, useNextPath } from './auth-card.tsx';
import { passwordStrength } from './password-strength.ts';

export default function SignupPage() {
  const band = useBand();
  const next = useNextPath();
  const usual = band
    ? `One name, one prediction a show, one place on the board with the other ${band.bandName} fans.`
    : '';
  return (
    <AuthCard
      title="Create Account"
      intro={next === '/' ? usual : <SentHere how="Create your account" />}
      footer={
        <>
          Already have an account?{' '}
          <Link href={withNext('login', next)} className={TEXT_LINK}>
            Sign in
          </Link>
        </>
      }
    >
      <SignupForm productName={band?.productName} next={next} />
    </AuthCard>
  );
}

type Fields = BodyInputOf<typeof registerAccount> & { confirmPassword: string };

const rules = rulesFrom<Fields, Fields>(async () => {
  const { registerBody } = await import('#contract/accounts.ts');
  return registerBody.extend({ confirmPassword: registerBody.shape.password });
});

type SignupFormProps = { productName: string | undefined; next: string };

/** Signs up and in, and goes on to `next`. Nothing typed is lost when that fails. */
export function SignupForm({ productName, next }: SignupFormProps) {
  const [, navigate] = useLocation();
  const { register, handleSubmit, formState, setError, watch } = useForm<Fields>({
    resolver: rules,
    defaultValues: { email: '', username: '', password: '', confirmPassword: '' },
  });
  const { errors, isSubmitting } = formState;
  const typed = watch();

  const signUp = useMutation(
    mutationFor(registerAccount, {
      done: {
        title: productName ? `Welcome to ${productName}!` : 'Welcome!',
        description: 'Your account has been created successfully.',
      },
      failed: { title: 'Registration failed', description: 'Unable to create account' },
      onSuccess(user, _input, _, { client }) {
        beginSession(client, user);
        navigate(next, { replace: true });
      },
      onError: (error) => showIssues(error, setError, ['email', 'username', 'password']),
    }),
  );
  const submit = handleSubmit(async ({ confirmPassword, ...body }) => {
    if (body.password !== confirmPassword) {
      setError('confirmPassword', { message: "Passwords don't match" }, { shouldFocus: true });
      toast({
        title: "Passwords don't match",
        description: 'Please make sure your passwords match',
        variant: 'destructive',
      });
      return;
    }
    await signUp.mutate({ body });
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email?.message}
        {...register('email')}
      />
      <TextField
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        hint="The leaderboards show it."
        error={errors.username?.message}
        {...register('username')}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        strength={passwordStrength(typed.password, [typed.email, typed.username])}
        error={errors.password?.message}
        {...register('password')}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
      <Button
        type="submit"
        variant="lamp"
        size="lg"
        pending={isSubmitting}
        pendingText="Creating account..."
      >
        Create Account
      </Button>
    </form>
  );
}
