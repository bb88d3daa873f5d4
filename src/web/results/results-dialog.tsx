import { useEffect } from 'react';
import { paths } from '#contract/pages.ts';
import type { Prediction } from '#contract/predictions.ts';
import type { Standing } from '#contract/scorecard.ts';
import type { SetlistEntry } from '#contract/setlists.ts';
import { useBand } from '#web/band/use-band.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { markResultSeen } from '#web/score-display/seen-results.ts';
import { useCardImage } from '#web/score-display/use-card-image.ts';
import { useUser } from '#web/session/use-user.ts';
import { Button, type ButtonSize, type ButtonVariant } from '#web/ui/button.tsx';
import { classes } from '#web/ui/class-names.ts';
import { SkeletonRows } from '#web/ui/loading/skeleton.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/tabs.tsx';
import { Hits } from './hits.tsx';
import { CardActions } from './image/card-actions.tsx';
import { PickPopularity } from './pick-popularity.tsx';
import { PointsReceipt } from './points-receipt.tsx';
import { ResultSummary } from './result-summary.tsx';
import { Scorecard } from './scorecard.tsx';
import { SideBySide } from './side-by-side.tsx';
import { useAreDetailsLoading, useResults } from './use-results.ts';

type ResultsDialogProps = {
  prediction: Prediction;
  size?: ButtonSize | undefined;
  variant?: ButtonVariant | undefined;
  /** Makes the whole row clickable. The row must be `relative`. */
  coversRow?: boolean | undefined;
};

export function ResultsDialog({ prediction, size, variant, coversRow }: ResultsDialogProps) {
  return (
    <Dialog
      size="lg"
      title="Prediction Results"
      trigger={
        <Button
          size={size}
          variant={variant}
          aria-label={`View Results: ${prediction.show.name}`}
          className={coversRow ? 'after:absolute after:inset-0' : undefined}
        >
          View Results
        </Button>
      }
    >
      <Results prediction={prediction} />
    </Dialog>
  );
}

function Results({ prediction }: { prediction: Prediction }) {
  const { setlist, standing, isStandingSettled, isStandingLoading } = useResults(prediction.showId);
  const isLoading = useAreDetailsLoading(prediction) || isStandingLoading;
  const { id: userId } = useUser();
  const isScored = prediction.points !== null;
  useEffect(() => {
    if (isScored) markResultSeen(userId, prediction.id);
  }, [isScored, userId, prediction.id]);
  return (
    <Tabs defaultValue="scorecard">
      <TabList label="Results" variant="segmented">
        <Tab value="scorecard">Scorecard</Tab>
        <Tab value="side-by-side">Side-by-Side</Tab>
      </TabList>
      <Loaded
        query={isLoading ? { ...setlist, data: undefined } : setlist}
        label="Loading the setlist"
        errorMessage="The setlist could not be loaded."
        skeleton={<SkeletonRows count={12} />}
      >
        {(rows) => (
          <>
            <TabPanel value="scorecard" className="pt-7">
              <ScorecardPanel
                prediction={prediction}
                setlist={rows}
                standing={standing}
                isStandingSettled={isStandingSettled}
              />
            </TabPanel>
            <TabPanel value="side-by-side" className="pt-5">
              <SideBySide prediction={prediction} setlist={rows} />
            </TabPanel>
          </>
        )}
      </Loaded>
    </Tabs>
  );
}

type ScorecardPanelProps = {
  prediction: Prediction;
  setlist: readonly SetlistEntry[];
  standing: Standing | null;
  /** Images wait until the standing loads, so they aren't rendered twice. */
  isStandingSettled: boolean;
};

function ScorecardPanel({ isStandingSettled, ...scorecardProps }: ScorecardPanelProps) {
  const { prediction, setlist } = scorecardProps;
  return (
    <>
      <div className="grid gap-x-10 sm:grid-cols-2">
        <ResultSummary prediction={prediction} standing={scorecardProps.standing} />
        <Hits prediction={prediction} setlist={setlist} />
      </div>
      {/* On phones, the summary right above has the same numbers as the card. */}
      <div
        className={classes(
          '-mx-3 sm:mx-0',
          prediction.points !== null && 'max-sm:not-print:[&_[data-score-total]]:hidden',
        )}
      >
        <Scorecard {...scorecardProps} />
      </div>
      <div className="pt-6">
        <PickPopularity prediction={prediction} />
        <PointsReceipt prediction={prediction} setlist={setlist} />
      </div>
      {isStandingSettled && setlist.length > 0 && <ScorecardActions {...scorecardProps} />}
    </>
  );
}

function ScorecardActions(props: Omit<ScorecardPanelProps, 'isStandingSettled'>) {
  const { prediction } = props;
  const { username } = useUser();
  const band = useBand();
  const content = JSON.stringify([props, username, band]);
  const sharedImage = useCardImage(prediction, { content });
  if (!band) return null;
  return (
    <CardActions
      kind="scorecard"
      showName={prediction.show.name}
      content={content}
      scale={SCALE}
      card={<Scorecard {...props} />}
      sharedImage={sharedImage}
      shareHref={paths.share({ prediction: prediction.id })}
    />
  );
}

/** Image pixels per CSS pixel (specification). */
const SCALE = 3;
