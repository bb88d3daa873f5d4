import { useId, useState } from 'react';
import { SCRIBE_GO_LIVE_TOO_EARLY } from '#contract/scribes.ts';
import { type Show, setShowStatus } from '#contract/shows.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import {
  ConfirmEarlyGoLive,
  needsEarlyConfirmation,
} from '#web/show-display/confirm-early-go-live.tsx';
import { Button } from '#web/ui/button.tsx';
import { SealedNote } from './sealed-note.tsx';
import { useMustAwaitLock } from './use-must-await-lock.ts';

type GoLiveProps = {
  show: Show;
  /** Called to move the focus, because the button disappears. */
  onLive: () => void;
};

export function GoLive({ show, onLive }: GoLiveProps) {
  const titleId = useId();
  const [isConfirming, setConfirming] = useState(false);
  const mustAwaitLock = useMustAwaitLock(show);
  const change = useMutation(
    mutationFor(setShowStatus, {
      successToast: 'Show status updated successfully',
      errorToast: 'Failed to update show status',
    }),
  );

  async function goLive() {
    const body = { status: 'live', from: show.status } as const;
    let isLive = false;
    await change.mutate(
      { params: { id: show.id }, body },
      {
        onSuccess: () => {
          isLive = true;
        },
      },
    );
    setConfirming(false);
    // Waits until the closing dialog has returned the focus.
    if (isLive) setTimeout(onLive, 50);
  }

  return (
    <>
      {show.status === 'open' && (
        <section
          aria-labelledby={titleId}
          className="grid gap-3 rounded-panel border border-lamp bg-stage p-4.5"
        >
          <div className="grid gap-1">
            <h2 id={titleId} className="poster text-poster-md">
              This show isn't live
            </h2>
            <p className="text-dim">
              {mustAwaitLock
                ? SCRIBE_GO_LIVE_TOO_EARLY
                : 'Going live locks predictions, and fans see the setlist as it happens.'}
            </p>
          </div>
          <Button
            variant="lamp"
            size="lg"
            disabled={mustAwaitLock}
            pending={change.isPending}
            pendingText="Going live..."
            onClick={() => (needsEarlyConfirmation(show) ? setConfirming(true) : void goLive())}
          >
            Go live
          </Button>
          <SealedNote show={show} />
        </section>
      )}
      <ConfirmEarlyGoLive
        show={show}
        open={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => void goLive()}
        pending={change.isPending}
      />
    </>
  );
}
