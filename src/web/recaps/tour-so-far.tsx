import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import { listShows } from '#contract/shows.ts';
import { formatCount } from '#contract/tour-card.ts';
import { queryFor } from '#web/http/query-for.ts';
import { Button } from '#web/ui/button.tsx';

export function TourSoFar({ tour }: { tour: string }) {
  const shows = useQuery(queryFor(listShows)).data;
  const played = shows?.filter(({ tourName, status }) => tourName === tour && status === 'closed');
  const last = played?.[0];
  if (!last) return null;
  return (
    <>
      <p className="basis-full text-dim">{formatCount(played.length, 'show')} played so far.</p>
      <Button asChild variant="lamp">
        <Link href={paths.showRecap({ id: last.id })}>Recap of {last.name}</Link>
      </Button>
    </>
  );
}
