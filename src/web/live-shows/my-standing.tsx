import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import type { Show } from '#contract/shows.ts';
import { classes } from '#web/ui/class-names.ts';
import { Counter } from '#web/ui/list/counter.tsx';
import type { MyProgress } from './use-my-progress.ts';

type MyStandingProps = { show: Show; songCount: number; myProgress: MyProgress };

export function MyStanding({ show, songCount, myProgress }: MyStandingProps) {
  const { prediction, points, standing, movement } = myProgress;
  if (prediction === undefined) return <div className="min-h-11 lg:min-h-14.5" />;
  if (prediction === null)
    return (
      <p className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 text-dim text-sm lg:min-h-14.5 lg:justify-start">
        You didn't predict this one.
        <Link
          href={paths.game()}
          className="inline-flex min-h-11 items-center font-semibold text-text underline underline-offset-4"
        >
          Predict the next show
        </Link>
      </p>
    );
  // Everyone shares rank 1 before the first song and until a closed show is scored.
  const hasRank = standing && points !== null && (show.status === 'closed' || songCount > 0);
  return (
    <dl className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 lg:items-end lg:justify-start lg:gap-x-16">
      <div className={FIGURE}>
        <dt className="label text-dim max-[22rem]:sr-only">You</dt>
        <dd className="whitespace-nowrap lg:mt-1">
          {points === null ? (
            <span className="font-semibold">Not scored yet</span>
          ) : (
            <>
              <span className={NUMBER}>
                <Counter value={points} />
              </span>{' '}
              <span className="text-dim">{show.status === 'live' ? 'pts so far' : 'pts'}</span>
            </>
          )}
        </dd>
      </div>
      <div className={FIGURE}>
        <dt className="label text-dim">Rank</dt>
        <dd className="whitespace-nowrap lg:mt-1">
          {hasRank ? (
            <>
              <span className={NUMBER}>{standing.rank.toLocaleString('en-US')}</span>{' '}
              <span className="text-dim">of {standing.total.toLocaleString('en-US')}</span>
              {movement !== null && <Movement ranks={movement} />}
            </>
          ) : (
            <span className={NUMBER}>–</span>
          )}
        </dd>
      </div>
    </dl>
  );
}

const FIGURE = 'flex items-baseline gap-x-2 lg:block';
const NUMBER = 'poster text-poster-md leading-none lg:text-[2.125rem]';

function Movement({ ranks }: { ranks: number }) {
  if (ranks === 0) return null;
  const isUp = ranks > 0;
  const count = Math.abs(ranks).toLocaleString('en-US');
  return (
    <span key={ranks} className={classes(MOVEMENT, isUp ? 'text-exact-on-hall' : 'text-dim')}>
      <span aria-hidden>
        {isUp ? '▲' : '▼'}
        {count}
      </span>
      <span className="sr-only">
        , {isUp ? 'up' : 'down'} {count} since the last song
      </span>
    </span>
  );
}

const MOVEMENT = 'ml-2 inline-block animate-[rise_250ms_ease-out] font-bold tabular-nums';
