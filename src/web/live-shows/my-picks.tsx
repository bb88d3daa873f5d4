import { useState } from 'react';
import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import { formatMissedPick, hasResults, type Show } from '#contract/shows.ts';
import { BeatenHouse } from '#web/house-players/beaten-house.tsx';
import { Loaded } from '#web/http/loaded.tsx';
import { ScoringLegend } from '#web/score-display/scoring-legend.tsx';
import { PredictButton } from '#web/show-display/predict-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Sheet, SheetFooter, SheetHeader, SheetRow } from '#web/ui/list/sheet.tsx';
import { OutcomeStamp } from './outcome-stamp.tsx';
import type { MyLiveShow, PickWithPoints } from './use-my-live-show.ts';

type MyPicksProps = { show: Show; songs: number; myShow: MyLiveShow };

export function MyPicks({ myShow, ...props }: MyPicksProps) {
  return (
    <Loaded
      query={myShow.myPredictions}
      label="Loading your picks"
      failed="Your picks could not be loaded."
    >
      {() => <PicksSheet myShow={myShow} {...props} />}
    </Loaded>
  );
}

function PicksSheet({ show, songs, myShow: { prediction, calls } }: MyPicksProps) {
  if (!prediction) return <NoPrediction show={show} />;
  // A closed show without a setlist has no outcomes.
  const hasOutcomes = show.status === 'live' || (hasResults(show) && songs > 0);
  const played = calls.filter(({ result }) => result !== 'missed').length;
  return (
    <Sheet aria-label="My picks">
      <SheetHeader
        title="My picks"
        aside={
          hasOutcomes && (
            <span className="text-ink-dim text-sm tabular-nums">
              {played} of {calls.length} played
            </span>
          )
        }
      />
      <Picks show={show} calls={calls} hasOutcomes={hasOutcomes} />
      {hasOutcomes && <BeatenHouse prediction={prediction} className="px-4.5 pt-4 sm:px-6" />}
      {hasOutcomes && <ScoringLegend show={show} />}
      <SheetFooter>
        <Button asChild>
          <Link href={paths.myPredictions({ show: show.id })}>Open my prediction</Link>
        </Button>
      </SheetFooter>
    </Sheet>
  );
}

type PicksProps = { show: Show; calls: readonly PickWithPoints[]; hasOutcomes: boolean };

function Picks({ show, calls, hasOutcomes }: PicksProps) {
  const [initialStamps] = useState(() => new Set(calls.map(stampKey)));
  const missedLabel = formatMissedPick(show);
  return (
    <ol>
      {calls.map((call) => {
        const isMissed = call.result === 'missed';
        const isOver = show.status === 'closed';
        return (
          <SheetRow
            key={call.position}
            number={call.position}
            title={call.title}
            note={hasOutcomes ? noteFor(call, missedLabel) : undefined}
            tone={isMissed ? (isOver && hasOutcomes ? 'missed' : undefined) : call.result}
            aside={
              hasOutcomes && (
                <OutcomeStamp
                  outcome={call.outcome}
                  zeroLabel={missedLabel}
                  fresh={!isMissed && !initialStamps.has(stampKey(call))}
                />
              )
            }
          />
        );
      })}
    </ol>
  );
}

function stampKey({ position, outcome }: PickWithPoints): string {
  return `${position} ${outcome}`;
}

function noteFor({ outcome, playedAt }: PickWithPoints, missedLabel: string): string {
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
