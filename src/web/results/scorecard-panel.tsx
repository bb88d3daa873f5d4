import type { Prediction } from '#contract/predictions.ts';
import type { SetlistEntry } from '#contract/setlists.ts';
import { useBand } from '#web/band/use-band.ts';
import { useUser } from '#web/session/use-user.ts';
import { CardActions } from './picture/card-actions.tsx';
import { Scorecard } from './scorecard.tsx';
import { SharedScorecard } from './shared-scorecard.tsx';
import type { Standing } from './use-results.ts';

type ScorecardPanelProps = {
  prediction: Prediction;
  setlist: readonly SetlistEntry[];
  standing: Standing | null;
  /** Pictures wait for it: they would only have to be made again. */
  isStandingSettled: boolean;
};

/** The scorecard and what can be done with it: nothing before there is something to score. */
export function ScorecardPanel({ isStandingSettled, ...cards }: ScorecardPanelProps) {
  const { username } = useUser();
  const band = useBand();
  return (
    <>
      <div className="-mx-3 sm:mx-0">
        <Scorecard {...cards} />
      </div>
      {band && isStandingSettled && cards.setlist.length > 0 && (
        <CardActions
          kind="scorecard"
          showName={cards.prediction.show.name}
          content={JSON.stringify([cards, username, band])}
          scale={SCALE}
          card={<Scorecard {...cards} />}
          sharedCard={<SharedScorecard {...cards} />}
        />
      )}
    </>
  );
}

/** Pixels of the picture for each of the card's (product rule). */
const SCALE = 3;
