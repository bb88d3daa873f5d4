import type { Prediction } from '#contract/predictions.ts';
import { formatStanding, type Standing } from '#contract/scorecard.ts';
import { BeatenHousePlayers } from '#web/house-players/beaten-house-players.tsx';
import { formatWinners } from '#web/score-display/format-winners.ts';
import { Winners } from '#web/score-display/winners.tsx';
import { useUser } from '#web/session/use-user.ts';
import { useResults } from './use-results.ts';

type ResultSummaryProps = { prediction: Prediction; standing: Standing | null };

export function ResultSummary({ prediction, standing }: ResultSummaryProps) {
  const { best, percentile } = useResults(prediction.showId);
  const { id: userId } = useUser();
  const winners = formatWinners(best, userId);
  const { points, show } = prediction;
  if (points === null) return null;
  return (
    <section aria-label="Your result" className="pb-7">
      <p className="flex flex-wrap items-baseline gap-x-2.5">
        <span className="poster text-poster-2xl leading-none">{points}</span>
        <span className="text-dim text-lg">{points === 1 ? 'point' : 'points'}</span>
        {standing && (
          <span className="poster ml-auto text-poster-lg">{formatStanding(standing)}</span>
        )}
      </p>
      <div className="wrap-anywhere grid gap-0.5 pt-2">
        {percentile && <p className="font-semibold">{percentile}</p>}
        {show.status === 'closed' && winners && (
          <p>
            <Winners sentence={winners} />
          </p>
        )}
        <BeatenHousePlayers prediction={prediction} className="text-dim" />
      </div>
    </section>
  );
}
