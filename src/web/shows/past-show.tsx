import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import type { Show } from '#contract/shows.ts';
import { ShowTicket } from '#web/show-display/show-ticket.tsx';
import { Button } from '#web/ui/button.tsx';

export function PastShow({ show }: { show: Show }) {
  return (
    <ShowTicket
      show={show}
      actions={
        <>
          <Button asChild>
            <Link
              href={paths.liveSetlist({ show: show.id })}
              aria-label={`View Setlist: ${show.name}`}
            >
              View Setlist
            </Link>
          </Button>
          <Button asChild variant="ghost">
            <Link
              href={paths.myPredictions({ show: show.id })}
              aria-label={`My Prediction: ${show.name}`}
            >
              My Prediction
            </Link>
          </Button>
        </>
      }
    />
  );
}
