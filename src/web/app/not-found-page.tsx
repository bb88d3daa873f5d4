import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

export default function NotFoundPage() {
  return (
    <EmptyState
      as="h1"
      title="Not on the setlist"
      text="There is no page at this address. It may have been moved, or the link has a typo."
      action={
        <Button asChild variant="lamp">
          <Link href={paths.dashboard()}>Back to the start</Link>
        </Button>
      }
    />
  );
}
