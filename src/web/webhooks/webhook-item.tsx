import { useState } from 'react';
import {
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  WEBHOOK_EVENTS,
  WEBHOOK_FAILURE_DAYS,
  type Webhook,
} from '#contract/webhooks.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { callWithFreshSignIn } from '#web/session/call-with-fresh-sign-in.ts';
import { browserTimeZone, shortDate } from '#web/time/venue-time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { findEventLabel } from './event-labels.ts';

type WebhookItemProps = {
  webhook: Webhook;
  onEdit: () => void;
  onLog: () => void;
  onSecret: (rotated: { id: string; secret: string }) => void;
  onDeleted: () => void;
};

export function WebhookItem({ webhook, onEdit, onLog, onSecret, onDeleted }: WebhookItemProps) {
  const { id, url, description, events, disabledAt, waitingCount } = webhook;
  const [confirming, setConfirming] = useState<'deletion' | 'rotation' | 'turning-off'>();
  const name = description || new URL(url).host;
  const params = { id };
  const test = useMutation(
    mutationFor(testWebhook, {
      errorToast: 'Failed to send the test event',
      onSuccess: ({ status, responseStatus, response }) =>
        status === 'sent'
          ? toast({ title: 'Test event sent', description: `Status ${responseStatus}` })
          : toast({
              title: 'The test event was not accepted',
              description: responseStatus ? `Status ${responseStatus}` : (response ?? ''),
              variant: 'destructive',
            }),
    }),
  );
  const toggle = useMutation(
    mutationFor(updateWebhook, {
      send: callWithFreshSignIn<typeof updateWebhook>,
      errorToast: 'Failed to update the webhook',
      onSuccess: () => setConfirming(undefined),
    }),
  );
  const turnOff = () => toggle.mutate({ params, body: { isEnabled: false } });
  const rotate = useMutation(
    mutationFor(rotateWebhookSecret, {
      send: callWithFreshSignIn<typeof rotateWebhookSecret>,
      errorToast: 'Failed to replace the secret',
      onSuccess: (rotated) => {
        setConfirming(undefined);
        onSecret(rotated);
      },
    }),
  );
  const remove = useMutation(
    mutationFor(deleteWebhook, {
      successToast: 'Webhook deleted',
      errorToast: 'Failed to delete the webhook',
      onSuccess: () => setConfirming(undefined),
    }),
  );
  return (
    <li className="grid gap-3 border-rail border-b py-4 first:pt-0 last:border-b-0">
      <div className="grid gap-1">
        <p className="wrap-anywhere font-semibold">
          {name} <StateBadge webhook={webhook} />
        </p>
        {description && <p className="wrap-anywhere text-dim text-sm">{new URL(url).host}</p>}
        <p className="text-dim text-sm">
          {events.length === WEBHOOK_EVENTS.length
            ? 'All events'
            : events.map(findEventLabel).join(', ')}
        </p>
        <StateText webhook={webhook} />
      </div>
      <div className="flex flex-wrap gap-2.5">
        {disabledAt ? (
          <Button
            size="sm"
            aria-label={`Turn on ${name}`}
            pending={toggle.isPending}
            pendingText="Turning on..."
            onClick={() => toggle.mutate({ params, body: { isEnabled: true } })}
          >
            Turn on
          </Button>
        ) : (
          <Button
            size="sm"
            aria-label={`Send test event to ${name}`}
            pending={test.isPending}
            pendingText="Sending..."
            onClick={() => test.mutate({ params })}
          >
            Send test event
          </Button>
        )}
        <Button size="sm" aria-label={`Log of ${name}`} onClick={onLog}>
          Log
        </Button>
        <Button size="sm" aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
        <Button
          size="sm"
          aria-label={`Replace the secret of ${name}`}
          onClick={() => setConfirming('rotation')}
        >
          Replace secret
        </Button>
        {!disabledAt && (
          <Button
            size="sm"
            aria-label={`Turn off ${name}`}
            onClick={() => (waitingCount > 0 ? setConfirming('turning-off') : turnOff())}
          >
            Turn off
          </Button>
        )}
        <Button size="sm" aria-label={`Delete ${name}`} onClick={() => setConfirming('deletion')}>
          Delete
        </Button>
      </div>
      <ConfirmDialog
        open={confirming === 'rotation'}
        onOpenChange={() => setConfirming(undefined)}
        title="Replace the secret?"
        text="For 24 hours, requests are signed with both secrets. After that, the old one no longer works."
        confirmLabel="Replace secret"
        pending={rotate.isPending}
        pendingText="Replacing..."
        onConfirm={() => rotate.mutate({ params })}
      />
      <ConfirmDialog
        open={confirming === 'turning-off'}
        onOpenChange={() => setConfirming(undefined)}
        title="Turn off the webhook?"
        text={`${formatWaiting(waitingCount)} Turning the webhook off drops ${waitingCount === 1 ? 'it' : 'them'}.`}
        confirmLabel="Turn off"
        pending={toggle.isPending}
        pendingText="Turning off..."
        onConfirm={turnOff}
      />
      <ConfirmDialog
        open={confirming === 'deletion'}
        onOpenChange={() => setConfirming(undefined)}
        title="Delete the webhook?"
        text={`“${name}” gets no more events. Its log and the events that were not sent yet are deleted.`}
        confirmLabel="Delete webhook"
        pending={remove.isPending}
        pendingText="Deleting..."
        onConfirm={() => remove.mutate({ params }).then(onDeleted)}
      />
    </li>
  );
}

function StateBadge({ webhook: { disabledAt, failingSince } }: { webhook: Webhook }) {
  if (disabledAt) return <Badge>Off</Badge>;
  return failingSince ? <Badge>Failing</Badge> : null;
}

function StateText({ webhook }: { webhook: Webhook }) {
  const { disabledAt, failingSince, waitingCount } = webhook;
  const formatDay = (instant: string) => shortDate(instant, browserTimeZone());
  const waiting = formatWaiting(waitingCount);
  if (disabledAt)
    return (
      <p className="text-sm">
        {failingSince
          ? `Turned off on ${formatDay(disabledAt)}, because every event failed for ${WEBHOOK_FAILURE_DAYS} days.`
          : `Turned off on ${formatDay(disabledAt)}.`}
      </p>
    );
  if (failingSince)
    return (
      <p className="text-danger text-sm">
        Failing since {formatDay(failingSince)}. {waitingCount > 0 && waiting} See the log.
      </p>
    );
  return waitingCount > 0 ? <p className="text-sm">{waiting}</p> : null;
}

function formatWaiting(count: number): string {
  return count === 1 ? '1 event is waiting.' : `${count} events are waiting.`;
}
