import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import type { Show } from '#contract/shows.ts';
import { PredictButton } from '#web/show-display/predict-button.tsx';
import { ShowTicket } from '#web/show-display/show-ticket.tsx';
import { Button } from '#web/ui/button.tsx';

export function UpcomingShow({ show }: { show: Show }) {
  return (
    <ShowTicket
      show={show}
      actions={
        <>
          {show.status === 'live' && (
            <Button asChild variant="lamp">
              <Link href={paths.liveSetlist({ show: show.id })} aria-label={`Live: ${show.name}`}>
                Live
              </Link>
            </Button>
          )}
          <PredictButton show={show} />
        </>
      }
    />
  );
}
