import { useUser } from '#web/session/use-user.ts';
import { Button } from '#web/ui/button.tsx';
import { AuthCard } from './auth-card.tsx';
import { SendButton } from './form-parts.tsx';
import { PasswordForm } from './password-form.tsx';
import { useLogOut } from './use-log-out.ts';

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
      <PasswordForm
        current="Temporary password"
        confirm="Confirm password"
        button={({ isSubmitting }) => (
          <SendButton pending={isSubmitting} pendingText="Updating...">
            Set password
          </SendButton>
        )}
      />
    </AuthCard>
  );
}
