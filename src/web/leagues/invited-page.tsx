import { Link, useSearchParams } from 'wouter';
import { paths } from '#contract/pages.ts';
import { withNext } from '#web/session/next-path.ts';
import { Button } from '#web/ui/button.tsx';

export default function InvitedPage() {
  const [search] = useSearchParams();
  const invitation = search.get('invitation') ?? undefined;
  return (
    <div className="spike-marks mx-auto grid w-full max-w-xl justify-items-center gap-6 px-6 py-12 text-center">
      <h1 className="poster text-balance text-poster-lg">You are invited to a league</h1>
      <p className="max-w-prose text-balance text-dim">
        Call the next show's setlist. You join the league when you create your account.
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button asChild variant="lamp" size="lg">
          <Link href={paths.predict({ invitation })}>Make your prediction</Link>
        </Button>
        <Button asChild size="lg">
          <Link href={withNext('login', paths.join({ invitation }))}>Sign In</Link>
        </Button>
      </div>
    </div>
  );
}
