import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import { Button, type ButtonSize } from '#web/ui/button.tsx';

/** A visitor's two ways in. */
export function PlayLinks({ size }: { size?: ButtonSize }) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button asChild variant="lamp" size={size}>
        <Link href={paths.signup()}>Start Playing</Link>
      </Button>
      <Button asChild size={size}>
        <Link href={paths.login()}>Sign In</Link>
      </Button>
    </div>
  );
}
