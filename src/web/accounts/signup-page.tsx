import { Link } from 'wouter';
import { useBand } from '#web/band/use-band.ts';
import { withNext } from '#web/session/next-path.ts';
import { AuthCard, SentHere, TEXT_LINK, useNextPath } from './auth-card.tsx';
import { SignupForm } from './signup-form.tsx';

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
