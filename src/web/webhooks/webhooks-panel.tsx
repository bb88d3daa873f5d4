import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { listWebhooks, MAX_WEBHOOKS, type Webhook } from '#contract/webhooks.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { Button } from '#web/ui/button.tsx';
import { FoldingPanel } from '#web/ui/folding-panel.tsx';
import { CopyField } from '#web/ui/form/copy-field.tsx';
import { focusIfLost } from '#web/ui/list/focus-if-lost.ts';
import { useDialogItem } from '#web/ui/overlay/use-dialog-item.ts';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookItem } from './webhook-item.tsx';
import { WebhookLogDialog } from './webhook-log-dialog.tsx';

export function WebhooksPanel() {
  const webhooks = useQuery(queryFor(listWebhooks));
  const content = useRef<HTMLDivElement>(null);
  const [newSecret, setNewSecret] = useState<{ id: string; secret: string }>();
  const form = useDialogItem<Webhook | 'new'>();
  const log = useDialogItem<Webhook>();
  return (
    <FoldingPanel id="webhooks" title="Webhooks">
      <div ref={content} tabIndex={-1} className="grid gap-4 px-4.5 pb-4.5 outline-none">
        <p className="text-dim">
          Notify another server, such as a bot, when a show goes live, a song is played or a setlist
          is corrected.
        </p>
        <Loaded
          query={webhooks}
          label="Loading the webhooks"
          errorMessage="The webhooks could not be loaded."
        >
          {(rows) => (
            <>
              {rows.length > 0 && (
                <ul aria-label="Webhooks">
                  {rows.map((webhook) => (
                    <WebhookItem
                      key={webhook.id}
                      webhook={webhook}
                      onEdit={() => form.show(webhook)}
                      onLog={() => log.show(webhook)}
                      onSecret={setNewSecret}
                      onDeleted={() => {
                        if (newSecret?.id === webhook.id) setNewSecret(undefined);
                        focusIfLost(content.current);
                      }}
                    />
                  ))}
                </ul>
              )}
              <div role="status">{newSecret && <NewSecret secret={newSecret.secret} />}</div>
              {rows.length < MAX_WEBHOOKS && (
                <Button className="justify-self-start" onClick={() => form.show('new')}>
                  Add a webhook
                </Button>
              )}
            </>
          )}
        </Loaded>
        {form.subject && (
          <WebhookForm
            key={`form ${form.key}`}
            webhook={form.subject === 'new' ? undefined : form.subject}
            open={form.open}
            onClose={form.close}
            onSecret={setNewSecret}
          />
        )}
        {log.subject && (
          <WebhookLogDialog
            key={`log ${log.key}`}
            webhook={log.subject}
            open={log.open}
            onClose={log.close}
          />
        )}
      </div>
    </FoldingPanel>
  );
}

function NewSecret({ secret }: { secret: string }) {
  return (
    <div className="grid gap-3 rounded-panel border border-rail bg-well p-4">
      <p className="font-semibold">Copy the secret now. It isn't shown again.</p>
      <p className="text-dim text-sm">
        Your server needs it to check that a request comes from this site.
      </p>
      <CopyField label="The webhook's secret" text={secret} what="secret" />
    </div>
  );
}
