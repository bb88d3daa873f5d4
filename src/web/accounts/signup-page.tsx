import { Link } from 'wouter';
import { useBand } from '#web/band/use-band.ts';
import { AuthCard, TEXT_LINK } from './auth-card.tsx';
import { SignupForm } from './signup-form.tsx';

export default function SignupPage() {
  const band = useBand();
  return (
    <AuthCard
      title="Create Account"
      intro={
        band
          ? `One name, one prediction a show, one place on the board with the other ${band.bandName} fans.`
          : ''
      }
      footer={
        <>
          Already have an account?{' '}
          <Link href="/login" className={TEXT_LINK}>
            Sign in
          </Link>
        </>
      }
    >
      <SignupForm productName={band?.productName} />
    </AuthCard>
  );
}
