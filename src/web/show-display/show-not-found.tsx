import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
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
          <Link href={paths.game()}>Choose a show</Link>
        </Button>
      }
    />
  );
}
