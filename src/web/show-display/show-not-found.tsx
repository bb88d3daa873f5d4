import { Link } from 'wouter';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

export function ShowNotFound() {
  return (
    <EmptyState
      as="h1"
      title="Show not found."
      text="It may have been taken off the schedule."
      action={
        <Button asChild variant="lamp">
          <Link href="/game">Choose a show</Link>
        </Button>
      }
    />
  );
}
