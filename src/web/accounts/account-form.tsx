import { type Resolver, useForm } from 'react-hook-form';
import type { register as registerAccount } from '#contract/accounts.ts';
import type { BodyInputOf } from '#contract/endpoint.ts';
import { setFieldErrors } from '#web/http/set-field-errors.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { EmailField, SubmitButton } from './form-parts.tsx';
import { ratePassword } from './password-strength.ts';

type Body = BodyInputOf<typeof registerAccount>;
export type AccountFields = Body & { confirmPassword: string };

type AccountFormProps = {
  passwordMin: number;
  resolver: Resolver<AccountFields, unknown, AccountFields>;
  send: (body: Body, showErrors: (error: unknown) => void) => Promise<void>;
};

export function AccountForm({ passwordMin, resolver, send }: AccountFormProps) {
  const { register, handleSubmit, formState, setError, watch } = useForm<AccountFields>({
    resolver,
    defaultValues: { email: '', username: '', password: '', confirmPassword: '' },
  });
  const { errors, isSubmitting } = formState;
  const values = watch();

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
    await send(body, (error) => setFieldErrors(error, setError, ['email', 'username', 'password']));
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <EmailField autoComplete="email" error={errors.email?.message} {...register('email')} />
      <TextField
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        hint="Shown on the leaderboards."
        error={errors.username?.message}
        {...register('username')}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint={`At least ${passwordMin} characters.`}
        strength={ratePassword(values.password, [values.email, values.username])}
        error={errors.password?.message}
        {...register('password')}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
      <SubmitButton pending={isSubmitting} pendingText="Creating account...">
        Create Account
      </SubmitButton>
    </form>
  );
}
