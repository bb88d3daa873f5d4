import { useUser } from '#web/session/use-user.ts';
import { Button } from '#web/ui/button.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { AuthCard } from './auth-card.tsx';
import { passwordStrength } from './password-strength.ts';
import { useLogOut } from './use-log-out.ts';
import { usePasswordChange } from './use-password-change.ts';

/** Stands in front of every page until an imported user has a password that only they know. */
export default function SetPasswordPage() {
  const { username } = useUser();
  const { isPending, logOut } = useLogOut();
  return (
    <AuthCard
      title="Set your own password"
      intro={`Welcome over, ${username}. Your account came from the old site with a temporary password; choose one of your own and the game is open.`}
      footer={
        <Button variant="ghost" size="sm" pending={isPending} onClick={logOut}>
          Logout
        </Button>
      }
    >
      <SetPasswordForm />
    </AuthCard>
  );
}

function SetPasswordForm() {
  const { username, email } = useUser();
  const { form, save } = usePasswordChange();
  const { register, formState, watch } = form;
  const { errors, isSubmitting } = formState;

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
