import type { Prediction } from '#contract/predictions.ts';
import { formatWinners } from '#web/score-display/format-winners.ts';
import { useUser } from '#web/session/use-user.ts';
import { useResults } from './use-results.ts';

type ResultSummaryProps = { prediction: Prediction; className?: string };

export function ResultSummary({ prediction, className }: ResultSummaryProps) {
  const { best, percentile } = useResults(prediction.showId);
  const { id: userId } = useUser();
  const winners = formatWinners(best, userId);
  if (prediction.show.status !== 'closed' || prediction.points === null || !winners) return null;
  return (
    <div className={className}>
      <p className="wrap-anywhere">
        <bdi>{winners}</bdi>
      </p>
      {percentile && <p>{percentile}</p>}
    </div>
  );
}
