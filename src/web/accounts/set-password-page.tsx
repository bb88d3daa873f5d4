import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { passwordBody, updatePassword } from '#contract/accounts.ts';
import { call } from '#web/http/call.ts';
import { sentenceOf } from '#web/http/http-error.ts';
import { queryClient } from '#web/http/query-client.ts';
import { showIssues } from '#web/http/show-issues.ts';
import { sessionQuery } from '#web/session/session-query.ts';
import { useUser } from '#web/session/use-user.ts';
import { Button } from '#web/ui/button.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { AuthCard } from './auth-card.tsx';
import { logOut } from './log-out.ts';
import { passwordStrength } from './password-strength.ts';

/** Stands in front of every page until an imported user has a password that only they know. */
export default function SetPasswordPage() {
  const { username } = useUser();
  return (
    <AuthCard
      title="Set your own password"
      intro={`Welcome over, ${username}. Your account came from the old site with a temporary password; choose one of your own and the game is open.`}
      footer={
        <Button variant="ghost" size="sm" onClick={() => logOut()}>
          Logout
        </Button>
      }
    >
      <SetPasswordForm />
    </AuthCard>
  );
}

const fields = passwordBody
  .extend({ confirmPassword: z.string() })
  .refine((typed) => typed.newPassword === typed.confirmPassword, {
    path: ['confirmPassword'],
    message: 'Passwords do not match',
  });

function SetPasswordForm() {
  const { username, email } = useUser();
  const { register, handleSubmit, formState, setError, watch } = useForm<z.input<typeof fields>>({
    resolver: zodResolver(fields),
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
  });
  const { errors, isSubmitting } = formState;

  const save = handleSubmit(async ({ confirmPassword: _, ...body }) => {
    try {
      const user = await call(updatePassword, { body });
      queryClient.setQueryData(sessionQuery.queryKey, user);
      toast({ title: 'Success', description: 'Password updated successfully' });
    } catch (error) {
      showIssues(error, setError, ['currentPassword', 'newPassword']);
      toast({
        title: 'Error',
        description: sentenceOf(error, 'Failed to update password'),
        variant: 'destructive',
      });
    }
  });

  return (
    <form noValidate onSubmit={save} className="grid gap-5">
      {/* Tells a password manager whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Temporary password"
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...register('currentPassword')}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        strength={passwordStrength(watch('newPassword'), [email, username])}
        error={errors.newPassword?.message}
        {...register('newPassword')}
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
        pendingText="Updating..."
      >
        Set password
      </Button>
    </form>
  );
}
