import { useQuery } from '@tanstack/react-query';
import { type DeletionImpact, getShowDeletion } from '#contract/deletion-impact.ts';
import { getShowReopening, type ReopeningChoice } from '#contract/reopening.ts';
import { predictionsLockAt } from '#contract/show-lock.ts';
import type { Show } from '#contract/shows.ts';
import { ConfirmDeletion, UNCACHED } from '#web/http/confirm-deletion.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { serverNow } from '#web/time/server-clock.ts';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { ReopeningChoices } from './reopening-choices.tsx';

type ReopenDialogProps = {
  show: Show;
  onClose: () => void;
  onConfirm: (choice?: ReopeningChoice) => void;
  pending: boolean;
};

const TITLE = 'Reopen this show?';

/** Asks about predictions that fans have seen, unless they stay locked. */
export function ReopenDialog({ show, onClose, onConfirm, pending }: ReopenDialogProps) {
  const reopening = useQuery({
    ...queryFor(getShowReopening, { params: { id: show.id } }),
    ...UNCACHED,
  });
  const scoresText = `Any scores for “${show.name}” are cleared and removed from everyone's totals.`;
  const count = reopening.data?.predictions ?? 0;
  if (count > 0 && serverNow() < predictionsLockAt(show))
    return (
      <Dialog open onOpenChange={onClose} size="fit" title={TITLE} description={scoresText}>
        <ReopeningChoices predictionCount={count} pending={pending} onChoose={onConfirm} />
      </Dialog>
    );
  return (
    <ConfirmDeletion
      open={reopening.data !== undefined}
      onOpenChange={onClose}
      title={TITLE}
      text={`${scoresText} Its setlist and predictions stay.`}
      impactQuery={{
        ...queryFor(getShowDeletion, { params: { id: show.id } }),
        select: pickScores,
      }}
      confirmLabel="Set open"
      pendingText="Updating..."
      pending={pending}
      onConfirm={() => onConfirm()}
    />
  );
}

export function pickScores({ scores }: DeletionImpact): DeletionImpact {
  return { scores };
}
