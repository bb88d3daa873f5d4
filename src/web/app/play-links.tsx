import { Link } from 'wouter';
import { Button, type ButtonSize } from '#web/ui/button.tsx';

/** A visitor's two ways in. */
export function PlayLinks({ size }: { size?: ButtonSize }) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button asChild variant="lamp" size={size}>
        <Link href="/signup">Start Playing</Link>
      </Button>
      <Button asChild size={size}>
        <Link href="/login">Sign In</Link>
      </Button>
    </div>
  );
}
