import { useQuery } from '@tanstack/react-query';
import {
  listWebhookDeliveries,
  resendWebhookDelivery,
  WEBHOOK_LOG_DAYS,
  type Webhook,
  type WebhookDelivery,
} from '#contract/webhooks.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { browserTimeZone, clockTime, shortDate } from '#web/time/venue-time.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { findEventLabel } from './event-labels.ts';

type WebhookLogDialogProps = { webhook: Webhook; open: boolean; onClose: () => void };

export function WebhookLogDialog({ webhook, open, onClose }: WebhookLogDialogProps) {
  const params = { id: webhook.id };
  const deliveries = useQuery(queryFor(listWebhookDeliveries, { params }));
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={`Log of ${webhook.description || new URL(webhook.url).host}`}
      description={`The last events. They are kept for ${WEBHOOK_LOG_DAYS} days.`}
    >
      <Loaded
        query={deliveries}
        label="Loading the log"
        errorMessage="The log could not be loaded."
      >
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="No events yet" />
          ) : (
            <ul aria-label="Events">
              {rows.map((delivery) => (
                <DeliveryItem
                  key={delivery.id}
                  delivery={delivery}
                  webhookId={webhook.id}
                  canSend={webhook.disabledAt === null}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  );
}

type DeliveryItemProps = { delivery: WebhookDelivery; webhookId: string; canSend: boolean };

function DeliveryItem({ delivery, webhookId, canSend }: DeliveryItemProps) {
  const { id, event, createdAt, status, response } = delivery;
  const name = findEventLabel(event);
  const resend = useMutation(
    mutationFor(resendWebhookDelivery, { errorToast: 'Failed to send the event' }),
  );
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-rail border-b py-3 last:border-b-0">
      <div className="min-w-0 flex-1 basis-60">
        <p>
          <span className="font-semibold">{name}</span>{' '}
          <span className="text-dim text-sm">{formatTime(createdAt)}</span>
        </p>
        <p className={status === 'failed' ? 'text-danger text-sm' : 'text-dim text-sm'}>
          {describeState(delivery)}
        </p>
        {status !== 'sent' && response && (
          <p className="wrap-anywhere text-dim text-sm">{response}</p>
        )}
      </div>
      {canSend && status !== 'waiting' && (
        <Button
          size="sm"
          aria-label={`Send again: ${name}, ${formatTime(createdAt)}`}
          pending={resend.isPending}
          pendingText="Sending..."
          onClick={() => resend.mutate({ params: { id: webhookId, deliveryId: id } })}
        >
          Send again
        </Button>
      )}
    </li>
  );
}

function describeState({
  status,
  attempts,
  responseStatus,
  sendAfter,
}: Pick<WebhookDelivery, 'status' | 'attempts' | 'responseStatus' | 'sendAfter'>): string {
  const tries = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
  const response = responseStatus ? `status ${responseStatus}` : 'no response';
  const isAccepted = responseStatus !== null && responseStatus >= 200 && responseStatus < 300;
  if (status === 'sent')
    return isAccepted ? `Sent: ${response}, ${tries}` : `Sent. Last attempt: ${response}, ${tries}`;
  if (status === 'failed') return attempts ? `Failed: ${response}, ${tries}` : 'Not sent';
  if (attempts === 0) return 'Waiting';
  if (Date.parse(sendAfter ?? '') <= Date.now()) return 'Sending...';
  return `Waiting: ${response}, ${tries}, next at ${formatTime(sendAfter ?? '')}`;
}

function formatTime(instant: string): string {
  const zone = browserTimeZone();
  return `${shortDate(instant, zone)}, ${clockTime(instant, zone)}`;
}
