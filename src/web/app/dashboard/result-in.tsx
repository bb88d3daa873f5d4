import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import { listMyPredictions, type Prediction } from '#contract/predictions.ts';
import { queryFor } from '#web/http/query-for.ts';
import { serverNow } from '#web/http/server-clock.ts';
import { isResultSeen } from '#web/score-display/seen-results.ts';
import { useUser } from '#web/session/use-user.ts';
import { Button } from '#web/ui/button.tsx';

/** The latest result of these days that was not looked at on this device yet; else nothing. */
export function ResultIn() {
  const { id } = useUser();
  const mine = useQuery(queryFor(listMyPredictions));
  const news = (mine.data ?? [])
    .filter((one) => isNews(one) && !isResultSeen(id, one.id))
    .sort((a, b) => Date.parse(b.show.date) - Date.parse(a.show.date))[0];
  if (!news) return null;
  return (
    <section
      aria-labelledby="result-in"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-panel border border-rail bg-stage px-4.5 py-4"
    >
      <div className="min-w-0">
        <h2 id="result-in" className="poster text-poster-md">
          Your result is in
        </h2>
        <p className="wrap-anywhere text-dim">
          <bdi>{news.show.name}</bdi>
        </p>
      </div>
      <Button asChild>
        <Link href={paths.liveSetlist({ show: news.showId })}>See how you did</Link>
      </Button>
    </section>
  );
}

/** What is older was seen, or on another device, or is missed by nobody. */
function isNews({ points, show }: Prediction): boolean {
  const age = serverNow() - Date.parse(show.date);
  return points !== null && show.status === 'closed' && age < NEWS_MS;
}

const NEWS_MS = 7 * 24 * 60 * 60 * 1000;
