import { useUser } from '#web/session/use-user.ts';
import { Button } from '#web/ui/button.tsx';
import { AuthCard } from './auth-card.tsx';
import { SubmitButton } from './form-parts.tsx';
import { PasswordForm } from './password-form.tsx';
import { useLogOut } from './use-log-out.ts';

/** Shown instead of any page until an imported user has set a new password. */
export default function SetPasswordPage() {
  const { username } = useUser();
  const { isPending, logOut } = useLogOut();
  return (
    <AuthCard
      title="Set your own password"
      intro={`Welcome, ${username}. Your account was moved from the old site with a temporary password. Choose your own to start playing.`}
      footer={
        <Button variant="ghost" size="sm" pending={isPending} onClick={logOut}>
          Logout
        </Button>
      }
    >
      <PasswordForm
        currentLabel="Temporary password"
        confirmLabel="Confirm password"
        button={({ isSubmitting }) => (
          <SubmitButton pending={isSubmitting} pendingText="Updating...">
            Set password
          </SubmitButton>
        )}
      />
    </AuthCard>
  );
}
