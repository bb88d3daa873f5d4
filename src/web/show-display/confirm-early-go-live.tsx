import { isEarlyToGoLive } from '#contract/go-live.ts';
import type { Show } from '#contract/shows.ts';
import { serverNow } from '#web/time/server-clock.ts';
import { dayDate, timeWithZone } from '#web/time/venue-time.ts';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';

type ConfirmEarlyGoLiveProps = {
  show: Show;
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
  confirmLabel?: string | undefined;
  pending?: boolean | undefined;
};

export function ConfirmEarlyGoLive({
  show: { name, date, timeZone },
  open,
  onClose,
  onConfirm,
  confirmLabel = 'Go live',
  pending,
}: ConfirmEarlyGoLiveProps) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title="Go live early?"
      text={`“${name}” starts on ${dayDate(date, timeZone)} at ${timeWithZone(date, timeZone)}. Going live locks predictions now.`}
      confirmLabel={confirmLabel}
      cancelLabel="Not yet"
      variant="lamp"
      pending={pending}
      pendingText="Going live..."
      onConfirm={onConfirm}
    />
  );
}

export function needsEarlyConfirmation(show: Show): boolean {
  return isEarlyToGoLive(show, serverNow());
}
