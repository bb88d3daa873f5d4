import { useQuery } from '@tanstack/react-query';
import { listFinishChecks } from '#contract/finish-checks.ts';
import { getUsualLength } from '#contract/setlists.ts';
import { type Show, setShowStatus } from '#contract/shows.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { Check, CircleAlert } from '#web/ui/icons.ts';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import type { DisplayedRow } from './apply-changes.ts';

type FinishShowProps = {
  show: Show;
  rows: readonly DisplayedRow[];
  unsentCount: number;
  rejectedTitles: readonly string[];
  open: boolean;
  onClose: () => void;
};

export function FinishShow({
  show,
  rows,
  unsentCount,
  rejectedTitles,
  open,
  onClose,
}: FinishShowProps) {
  const typicalLength = useQuery({
    ...queryFor(getUsualLength, { params: { id: show.id } }),
    enabled: open,
  }).data;
  const close = useMutation(
    mutationFor(setShowStatus, {
      successToast: 'Show status updated successfully',
      errorToast: 'Failed to update show status',
      onSuccess: onClose,
    }),
  );
  const checks = listFinishChecks(rows, typicalLength ?? undefined, {
    unsentCount,
    rejectedTitles,
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title="Finish the show?"
      text={
        <>
          <span className="block pb-2">
            This closes the show and scores every prediction. Later corrections recalculate the
            scores.
          </span>
          {checks.map(({ isFine, text }) => (
            <span key={text} className="flex items-center gap-2 py-1 text-text">
              {isFine ? (
                <Check aria-label="Fine" className="size-5 shrink-0 text-exact-on-hall" />
              ) : (
                <CircleAlert aria-label="Check this" className="size-5 shrink-0 text-danger" />
              )}
              {text}
            </span>
          ))}
        </>
      }
      confirmLabel={unsentCount > 0 ? 'Waiting for connection' : 'Close and score'}
      cancelLabel="Back to the setlist"
      variant="lamp"
      pending={close.isPending}
      pendingText="Closing..."
      onConfirm={() => {
        if (unsentCount === 0)
          void close.mutate({ params: { id: show.id }, body: { status: 'closed' } });
      }}
    />
  );
}
