import { Link } from 'wouter';
import type { Show } from '#contract/shows.ts';
import { Counter } from '#web/ui/counter.tsx';
import type { MyNight } from './use-my-night.ts';

type MyStandingProps = { show: Show; songs: number; night: MyNight };

/** One's own points and rank: the figures that are always in sight. */
export function MyStanding({ show, songs, night }: MyStandingProps) {
  const { prediction, points, standing, movement } = night;
  if (prediction === undefined) return <div className="min-h-14" />;
  if (prediction === null)
    return (
      <p className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 text-dim">
        You have no prediction for this show.
        {show.status !== 'open' && (
          <Link
            href="/game"
            className="inline-flex min-h-11 items-center font-semibold text-text underline underline-offset-4"
          >
            Call the next one
          </Link>
        )}
      </p>
    );
  // Before the first song, and until a closed show is scored, all share the first rank.
  const hasRank = standing && points !== null && (show.status === 'closed' || songs > 0);
  return (
    <dl className="flex items-end justify-between gap-8">
      <div>
        <dt className="caps text-dim">You</dt>
        <dd className="mt-1 whitespace-nowrap">
          {points === null ? (
            <span className="font-semibold">Not scored yet</span>
          ) : (
            <>
              <span className={FIGURE}>
                <Counter value={points} />
              </span>{' '}
              <span className="text-dim">{show.status === 'live' ? 'pts so far' : 'pts'}</span>
            </>
          )}
        </dd>
      </div>
      <div className="text-right">
        <dt className="caps text-dim">Rank</dt>
        <dd className="mt-1 whitespace-nowrap">
          {hasRank ? (
            <>
              <span className={FIGURE}>{standing.rank.toLocaleString('en-US')}</span>{' '}
              <span className="text-dim">of {standing.total.toLocaleString('en-US')}</span>
              {movement !== null && <Movement ranks={movement} />}
            </>
          ) : (
            <span className={FIGURE}>–</span>
          )}
        </dd>
      </div>
    </dl>
  );
}

const FIGURE = 'poster text-[2.125rem] leading-none';

/** Up or down with the last song, by form as well as by colour. */
function Movement({ ranks }: { ranks: number }) {
  const [sign, words, tint] =
    ranks > 0
      ? ['▲', `up ${ranks}`, 'text-exact-on-hall']
      : ranks < 0
        ? ['▼', `down ${-ranks}`, 'text-dim']
        : ['=', 'no change', 'text-dim'];
  return (
    // Another movement is another mark, which appears anew.
    <span key={ranks} className={`ml-2 inline-block font-bold tabular-nums ${tint}`}>
      <span aria-hidden>
        {sign}
        {ranks !== 0 && Math.abs(ranks)}
      </span>
      <span className="sr-only">, {words} since the last song</span>
    </span>
  );
}
