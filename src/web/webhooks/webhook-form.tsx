import { useState } from 'react';
import {
  createWebhook,
  updateWebhook,
  WEBHOOK_EVENTS,
  WEBHOOK_LENGTHS,
  type Webhook,
  type WebhookEvent,
} from '#contract/webhooks.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { callWithFreshSignIn } from '#web/session/call-with-fresh-sign-in.ts';
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx';
import { EVENT_LABELS } from './event-labels.ts';

type WebhookFormProps = {
  webhook: Webhook | undefined;
  open: boolean;
  onClose: () => void;
  onSecret: (created: { id: string; secret: string }) => void;
};

export function WebhookForm({ webhook, open, onClose, onSecret }: WebhookFormProps) {
  const [draft, setDraft] = useState({
    url: webhook?.url ?? 'https://',
    description: webhook?.description ?? '',
    events: webhook?.events ?? [...WEBHOOK_EVENTS],
  });
  const create = useMutation(
    mutationFor(createWebhook, {
      send: callWithFreshSignIn<typeof createWebhook>,
      errorToast: 'Failed to add the webhook',
      onSuccess: (created) => {
        onSecret(created);
        onClose();
      },
    }),
  );
  const update = useMutation(
    mutationFor(updateWebhook, {
      send: callWithFreshSignIn<typeof updateWebhook>,
      successToast: 'Webhook updated',
      errorToast: 'Failed to update the webhook',
      onSuccess: onClose,
    }),
  );
  const toggle = (event: WebhookEvent, isChosen: boolean) =>
    setDraft({
      ...draft,
      events: WEBHOOK_EVENTS.filter((each) =>
        each === event ? isChosen : draft.events.includes(each),
      ),
    });
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={webhook ? 'Edit the webhook' : 'Add a webhook'}
      submitLabel={webhook ? 'Save' : 'Add'}
      pending={create.isPending || update.isPending}
      pendingText="Saving..."
      onSubmit={(event) => {
        event.preventDefault();
        if (webhook) void update.mutate({ params: { id: webhook.id }, body: draft });
        else void create.mutate({ body: draft });
      }}
    >
      <TextField
        className="sm:col-span-2"
        label="URL"
        hint="Must start with https:// and be on the public internet."
        type="url"
        required
        maxLength={WEBHOOK_LENGTHS.url}
        value={draft.url}
        onChange={({ target }) => setDraft({ ...draft, url: target.value })}
      />
      <TextField
        className="sm:col-span-2"
        label="Description"
        hint="For example: Discord bot."
        maxLength={WEBHOOK_LENGTHS.description}
        value={draft.description}
        onChange={({ target }) => setDraft({ ...draft, description: target.value })}
      />
      <fieldset className="sm:col-span-2">
        <legend className="font-semibold">Events</legend>
        {WEBHOOK_EVENTS.map((event) => (
          <CheckboxField
            key={event}
            label={EVENT_LABELS[event]}
            checked={draft.events.includes(event)}
            onChange={({ target }) => toggle(event, target.checked)}
          />
        ))}
      </fieldset>
    </FormDialog>
  );
}
