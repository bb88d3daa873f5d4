import { useUser } from '#web/session/use-user.ts';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { passwordStrength } from './password-strength.ts';
import { usePasswordChange } from './use-password-change.ts';

/** Change password, in the settings. */
export function PasswordPanel() {
  const { email, username } = useUser();
  const { form, save } = usePasswordChange();
  const { register, formState, watch } = form;
  const { errors, isSubmitting } = formState;
  const typed = watch();
  const isFilled = Boolean(typed.currentPassword && typed.newPassword && typed.confirmPassword);
  return (
    <Panel title="Change Password">
      <form noValidate onSubmit={save} className="grid gap-5 px-4.5 pb-5">
        <p className="text-dim">A new password signs you out on every other device.</p>
        {/* Tells a password manager whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...register('currentPassword')}
        />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          strength={passwordStrength(typed.newPassword, [email, username])}
          error={errors.newPassword?.message}
          {...register('newPassword')}
        />
        <PasswordField
          label="Confirm new password"
          autoComplete="new-password"
          error={errors.confirmPassword?.message}
          {...register('confirmPassword')}
        />
        <Button
          type="submit"
          className="justify-self-start"
          disabled={!isFilled}
          pending={isSubmitting}
          pendingText="Updating..."
        >
          Update Password
        </Button>
      </form>
    </Panel>
  );
}
