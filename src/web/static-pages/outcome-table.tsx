import { getTone } from '#contract/scorecard.ts';
import { type Outcome, POINTS } from '#contract/scoring.ts';
import { Sheet } from '#web/ui/list/sheet.tsx';
import { Stamp } from '#web/ui/stamp.tsx';

export function OutcomeTable() {
  return (
    <Sheet aria-label="Points per pick" className="pt-4 pb-1.5">
      <dl>
        {OUTCOMES.map(([outcome, points]) => (
          <div
            key={outcome}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-rule border-b px-4.5 py-2.5 last:border-b-0 sm:px-6"
          >
            <dt className="poster font-bold text-poster-sm">{outcome}</dt>
            <dd className="row-span-2">
              <Stamp tone={getTone(outcome)} label={`${points} points`}>
                {points}
              </Stamp>
            </dd>
            <dd className="text-ink-dim">{MEANINGS[outcome]}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  );
}

const OUTCOMES = Object.entries(POINTS) as [Outcome, number][];

const MEANINGS: Record<Outcome, string> = {
  Opener: 'Your first pick is the first song of the show.',
  Closer: 'Your last pick closes the main set or the show.',
  'Correct spot': 'The song was played at the position you picked.',
  'Wrong spot': 'The song was played at another position.',
  'Not played': 'The song was not played.',
};
