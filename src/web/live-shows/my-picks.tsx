import { Fragment, useState } from 'react';
import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import { formatMissedPick, hasResults, type Show } from '#contract/shows.ts';
import { BeatenHousePlayers } from '#web/house-players/beaten-house-players.tsx';
import { Loaded } from '#web/http/loaded.tsx';
import { OutcomeStamp } from '#web/score-display/outcome-stamp.tsx';
import { ScoringLegend } from '#web/score-display/scoring-legend.tsx';
import { PredictButton } from '#web/show-display/predict-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Sheet, SheetFooter, SheetHeader, SheetMark, SheetRow } from '#web/ui/list/sheet.tsx';
import type { MyProgress, PickWithPoints } from './use-my-progress.ts';

type MyPicksProps = { show: Show; songCount: number; myProgress: MyProgress };

export function MyPicks({ myProgress, ...props }: MyPicksProps) {
  return (
    <Loaded
      query={myProgress.myPredictions}
      label="Loading your picks"
      errorMessage="Your picks could not be loaded."
    >
      {() => <PicksSheet myProgress={myProgress} {...props} />}
    </Loaded>
  );
}

function PicksSheet({ show, songCount, myProgress: { prediction, pickResults } }: MyPicksProps) {
  if (!prediction) return <NoPrediction show={show} />;
  // A closed show without a setlist has no outcomes.
  const hasOutcomes = show.status === 'live' || (hasResults(show) && songCount > 0);
  const playedCount = pickResults.filter(({ result }) => result !== 'missed').length;
  return (
    <Sheet aria-label="My picks">
      <SheetHeader
        title="My picks"
        aside={
          hasOutcomes && (
            <span className="text-ink-dim text-sm tabular-nums">
              {playedCount} of {pickResults.length} played
            </span>
          )
        }
      />
      <Picks show={show} pickResults={pickResults} hasOutcomes={hasOutcomes} />
      {hasOutcomes && (
        <BeatenHousePlayers prediction={prediction} className="px-4.5 pt-4 sm:px-6" />
      )}
      {hasOutcomes && <ScoringLegend show={show} />}
      <SheetFooter>
        <Button asChild>
          <Link href={paths.myPredictions({ show: show.id })}>Open my prediction</Link>
        </Button>
      </SheetFooter>
    </Sheet>
  );
}

type PicksProps = { show: Show; pickResults: readonly PickWithPoints[]; hasOutcomes: boolean };

function Picks({ show, pickResults, hasOutcomes }: PicksProps) {
  const [initialStamps] = useState(() => new Set(pickResults.map(buildStampKey)));
  const missedLabel = formatMissedPick(show);
  const isOver = show.status === 'closed';
  const renderPick = (pick: PickWithPoints) => {
    const isMissed = pick.result === 'missed';
    const isComing = isMissed && !isOver;
    return (
      <SheetRow
        key={pick.position}
        number={pick.position}
        title={pick.title}
        note={hasOutcomes && !isComing ? formatNote(pick, missedLabel) : undefined}
        tone={isMissed ? (isOver && hasOutcomes ? 'missed' : undefined) : pick.result}
        aside={
          hasOutcomes &&
          !isComing && (
            <OutcomeStamp
              outcome={pick.outcome}
              zeroLabel={missedLabel}
              isNew={!isMissed && !initialStamps.has(buildStampKey(pick))}
            />
          )
        }
      />
    );
  };
  if (show.status !== 'live') return <ol>{pickResults.map(renderPick)}</ol>;
  const [played, coming] = [false, true].map((isMissed) =>
    pickResults.filter(({ result }) => (result === 'missed') === isMissed),
  );
  return (
    <>
      {[
        { label: 'Played', picks: played },
        { label: 'Not played yet', picks: coming },
      ].map(
        ({ label, picks = [] }) =>
          picks.length > 0 && (
            <Fragment key={label}>
              <SheetMark>{label}</SheetMark>
              <ol aria-label={label}>{picks.map(renderPick)}</ol>
            </Fragment>
          ),
      )}
    </>
  );
}

function buildStampKey({ position, outcome }: PickWithPoints): string {
  return `${position} ${outcome}`;
}

function formatNote({ outcome, playedAt }: PickWithPoints, missedLabel: string): string {
  switch (outcome) {
    case 'Opener':
      return 'Opener';
    case 'Closer':
      return `Closer, played as song ${playedAt}`;
    case 'Correct spot':
      return 'Correct position';
    case 'Wrong spot':
      return `Played as song ${playedAt}`;
    case 'Not played':
      return missedLabel;
  }
}

function NoPrediction({ show }: { show: Show }) {
  const isOpen = show.status === 'open';
  return (
    <EmptyState
      as="h2"
      title="No prediction for this show"
      text={isOpen ? 'Call it before it locks.' : 'The next one is yours to call.'}
      action={
        isOpen ? (
          <PredictButton show={show} />
        ) : (
          <Button asChild>
            <Link href={paths.game()}>Make Prediction</Link>
          </Button>
        )
      }
    />
  );
}
