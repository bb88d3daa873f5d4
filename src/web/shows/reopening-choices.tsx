import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { getShowReopening, type ReopeningChoice } from '#contract/reopening.ts';
import { UNCACHED } from '#web/http/confirm-deletion.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { Button } from '#web/ui/button.tsx';

type ReopeningChoicesProps = {
  /** Undefined while it loads. */
  predictionCount: number | undefined;
  pending: boolean;
  onChoose: (choice: ReopeningChoice) => void;
};

export function ReopeningChoices({ predictionCount, pending, onChoose }: ReopeningChoicesProps) {
  return (
    <div className="grid gap-4">
      <p>
        Fans have already seen{' '}
        {predictionCount === undefined ? 'the predictions' : countPredictions(predictionCount)} for
        this show.
      </p>
      <Choice
        label="Freeze predictions"
        text="Freezing keeps them as they are, and they still count. No one can change or add one."
        pending={pending}
        onChoose={() => onChoose('freeze')}
      />
      <Choice
        label="Void predictions"
        text="Voiding discards all of them, including their links. Fans are notified and can predict again."
        isDangerous
        pending={pending}
        onChoose={() => onChoose('void')}
      />
    </div>
  );
}

type ReopeningPanelProps = Omit<ReopeningChoicesProps, 'predictionCount'> & { showId: string };

export function ReopeningPanel({ showId, ...choices }: ReopeningPanelProps) {
  const reopening = useQuery({
    ...queryFor(getShowReopening, { params: { id: showId } }),
    ...UNCACHED,
  });
  return (
    <section
      aria-label="Predictions"
      aria-live="polite"
      className="rounded-control border border-current p-4 sm:col-span-2"
    >
      <ReopeningChoices {...choices} predictionCount={reopening.data?.predictions} />
    </section>
  );
}

function countPredictions(count: number): string {
  return count === 1 ? 'the prediction' : `all ${count.toLocaleString('en-US')} predictions`;
}

type ChoiceProps = {
  label: string;
  text: string;
  isDangerous?: boolean;
  pending: boolean;
  onChoose: () => void;
};

function Choice({ label, text, isDangerous = false, pending, onChoose }: ChoiceProps) {
  const textId = useId();
  return (
    <div className="grid gap-2 border-rail border-t pt-4">
      <p id={textId} className="text-dim">
        {text}
      </p>
      <Button
        className="justify-self-start max-sm:justify-self-stretch"
        variant={isDangerous ? 'danger' : 'quiet'}
        aria-describedby={textId}
        disabled={pending}
        onClick={onChoose}
      >
        {label}
      </Button>
    </div>
  );
}
