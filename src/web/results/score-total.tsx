import type { Prediction } from '#contract/predictions.ts';
import { type BreakdownRow, pointsSoFar } from '#web/score-display/breakdown.ts';
import type { Standing } from './use-results.ts';

type ScoreTotalProps = {
  prediction: Prediction;
  rows: readonly BreakdownRow[];
  /** Null while it is not known. */
  standing: Standing | null;
  size?: keyof typeof SIZES | undefined;
};

/** Stored points are the score; what a live show came to until now never looks like it. */
export function ScoreTotal({ prediction, rows, standing, size = 'md' }: ScoreTotalProps) {
  const { points, show } = prediction;
  const isLive = show.status === 'live';
  const [figure, label] =
    points !== null
      ? [points, 'Total points']
      : isLive
        ? [pointsSoFar(rows), 'Points so far']
        : ['–', 'Not scored yet'];
  return (
    <>
      <p>
        <span className={`poster block font-black leading-[0.85] ${SIZES[size]}`}>{figure} </span>
        <span className="mt-2 block text-ink-dim text-xs">{label}</span>
      </p>
      {standing && (points !== null || isLive) && (
        <p className="poster mt-1.5 text-xl">
          #{standing.rank.toLocaleString('en-US')} / {standing.total.toLocaleString('en-US')}
        </p>
      )}
    </>
  );
}

const SIZES = { md: 'text-6xl', lg: 'text-poster-2xl' };
