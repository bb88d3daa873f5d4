import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import type { ZodType } from 'zod';
import { NEW_PASSWORD_MIN, updatePassword } from '#contract/accounts.ts';
import type { BodyInputOf } from '#contract/endpoint.ts';
import { lazyResolver } from '#web/http/lazy-resolver.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { setFieldErrors } from '#web/http/set-field-errors.ts';
import { sessionQuery } from '#web/session/session-query.ts';
import { useUser } from '#web/session/use-user.ts';
import { classes } from '#web/ui/class-names.ts';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { ratePassword } from './password-strength.ts';

type PasswordFormProps = {
  currentLabel: string;
  confirmLabel: string;
  intro?: ReactNode;
  button: (state: { isFilled: boolean; isSubmitting: boolean }) => ReactNode;
  className?: string;
};

export function PasswordForm({
  currentLabel,
  confirmLabel,
  intro,
  button,
  className,
}: PasswordFormProps) {
  const { username, email } = useUser();
  const { register, handleSubmit, reset, setError, formState, watch } = useForm<Fields>({
    resolver,
    defaultValues: EMPTY,
  });
  const { errors, isSubmitting } = formState;
  const values = watch();
  const update = useMutation(
    mutationFor(updatePassword, {
      successToast: 'Password updated successfully',
      errorToast: 'Failed to update password',
      onSuccess(user, _input, _, { client }) {
        reset(EMPTY);
        client.setQueryData(sessionQuery.queryKey, user);
      },
      onError: (error) => setFieldErrors(error, setError, ['currentPassword', 'newPassword']),
    }),
  );
  const save = handleSubmit(({ confirmPassword: _, ...body }) => update.mutate({ body }));

  return (
    <form noValidate onSubmit={save} className={classes('grid gap-5', className)}>
      {intro}
      {/* Identifies the account for password managers. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={currentLabel}
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...register('currentPassword')}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={`At least ${NEW_PASSWORD_MIN} characters.`}
        strength={ratePassword(values.newPassword, [email, username])}
        error={errors.newPassword?.message}
        {...register('newPassword')}
      />
      <PasswordField
        label={confirmLabel}
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
      {button({ isFilled: Object.values(values).every(Boolean), isSubmitting })}
    </form>
  );
}

type Fields = BodyInputOf<typeof updatePassword> & { confirmPassword: string };

const EMPTY = { currentPassword: '', newPassword: '', confirmPassword: '' };

const resolver = lazyResolver(async () => {
  const { passwordBody } = await import('#contract/accounts.ts');
  // Loose, because only the form has a confirmation field.
  const fields = passwordBody
    .loose()
    .refine((values) => values.newPassword === values.confirmPassword, {
      path: ['confirmPassword'],
      message: 'Passwords do not match',
    });
  return fields as ZodType<unknown> as ZodType<Fields, Fields>;
});
