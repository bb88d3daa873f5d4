import { useQuery } from '@tanstack/react-query';
import { getNextSheet } from '#contract/next-sheet.ts';
import { predictionsLockAt } from '#contract/show-lock.ts';
import { queryFor } from '#web/http/query-for.ts';
import { formatTimeLeft } from '#web/time/durations.ts';
import { useNow } from '#web/time/use-now.ts';

/** Its request also warms the cache for the page behind 'Make your prediction'. */
export default function NextShowLine() {
  const show = useQuery(queryFor(getNextSheet)).data?.show;
  const now = useNow();
  if (!show) return null;
  return (
    <p className="line-clamp-2 font-semibold">
      <bdi>{show.name}</bdi>,{' '}
      <span className="whitespace-nowrap text-lamp">
        locks in {formatTimeLeft(predictionsLockAt(show) - now)}
      </span>
    </p>
  );
}
