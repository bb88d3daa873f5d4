import { useForm } from 'react-hook-form';
import { Link, useLocation } from 'wouter';
import type { ZodType } from 'zod';
import { LINK_EXPIRED, resetPassword } from '#contract/account-links.ts';
import { NEW_PASSWORD_MIN } from '#contract/accounts.ts';
import { paths } from '#contract/pages.ts';
import { isFinalResponse } from '#web/http/http-error.ts';
import { lazyResolver } from '#web/http/lazy-resolver.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { setFieldErrors } from '#web/http/set-field-errors.ts';
import { beginSession } from '#web/session/session-query.ts';
import { Button } from '#web/ui/button.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { AuthCard } from './auth-card.tsx';
import { SubmitButton } from './form-parts.tsx';
import { useLinkToken } from './link-token.ts';
import { ratePassword } from './password-strength.ts';

export default function ResetPasswordPage() {
  const token = useLinkToken();
  const [, navigate] = useLocation();
  const { register, handleSubmit, formState, setError, watch } = useForm<Fields>({
    resolver,
    defaultValues: { newPassword: '', confirmPassword: '' },
  });
  const { errors, isSubmitting } = formState;
  const reset = useMutation(
    mutationFor(resetPassword, {
      successToast: 'Password updated successfully',
      errorToast: 'Failed to update password',
      onSuccess(user, _input, _, { client }) {
        beginSession(client, user);
        navigate(paths.dashboard(), { replace: true });
      },
      onError: (error) => setFieldErrors(error, setError, ['newPassword']),
    }),
  );

  if (token === '' || (isFinalResponse(reset.error) && reset.error.serverMessage === LINK_EXPIRED))
    return (
      <AuthCard title="New password" intro={LINK_EXPIRED}>
        <Button asChild variant="lamp" size="lg">
          <Link href={paths.forgotPassword()}>Get a new link</Link>
        </Button>
      </AuthCard>
    );
  return (
    <AuthCard
      title="New password"
      intro="Choose a new password. You'll be signed in here and signed out on all other devices. You'll need to add your passkeys again."
    >
      <form
        noValidate
        onSubmit={handleSubmit(({ newPassword }) => reset.mutate({ body: { token, newPassword } }))}
        className="grid gap-5"
      >
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint={`At least ${NEW_PASSWORD_MIN} characters.`}
          strength={ratePassword(watch('newPassword'), [])}
          error={errors.newPassword?.message}
          {...register('newPassword')}
        />
        <PasswordField
          label="Confirm new password"
          autoComplete="new-password"
          error={errors.confirmPassword?.message}
          {...register('confirmPassword')}
        />
        <SubmitButton pending={isSubmitting} pendingText="Updating...">
          Set password
        </SubmitButton>
      </form>
    </AuthCard>
  );
}

type Fields = { newPassword: string; confirmPassword: string };

const resolver = lazyResolver(async () => {
  const { resetPasswordBody } = await import('#contract/account-links.ts');
  const fields = resetPasswordBody
    .pick({ newPassword: true })
    .loose()
    .refine((values) => values.newPassword === values.confirmPassword, {
      path: ['confirmPassword'],
      message: 'Passwords do not match',
    });
  return fields as ZodType<unknown> as ZodType<Fields, Fields>;
});
