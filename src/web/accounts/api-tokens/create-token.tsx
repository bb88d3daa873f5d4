import { useState } from 'react';
import {
  API_TOKEN_NAME_LENGTH,
  createApiToken,
  TOKEN_LIFETIMES_DAYS,
} from '#contract/api-tokens.ts';
import { API_TOKEN_SCOPES, type ApiTokenScope } from '#contract/token-scopes.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { callWithFreshSignIn } from '#web/session/call-with-fresh-sign-in.ts';
import { Button } from '#web/ui/button.tsx';
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';
import { SelectField } from '#web/ui/form/select-field.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx';
import { SCOPE_LABELS } from './scope-labels.ts';

type Lifetime = (typeof TOKEN_LIFETIMES_DAYS)[number];

const EMPTY = { name: '', scopes: ['read'] as ApiTokenScope[], lifetimeDays: 90 as Lifetime };

type CreateTokenProps = { onCreated: (created: { id: string; token: string }) => void };

export function CreateToken({ onCreated }: CreateTokenProps) {
  const [isOpen, setOpen] = useState(false);
  const [draft, setDraft] = useState(EMPTY);
  const close = () => {
    setOpen(false);
    setDraft(EMPTY);
  };
  const create = useMutation(
    mutationFor(createApiToken, {
      send: callWithFreshSignIn<typeof createApiToken>,
      errorToast: 'Failed to create the API token',
      onSuccess: (created) => {
        onCreated(created);
        close();
      },
    }),
  );
  const toggle = (scope: ApiTokenScope, isChosen: boolean) =>
    setDraft({
      ...draft,
      scopes: API_TOKEN_SCOPES.filter((each) =>
        each === scope ? isChosen : draft.scopes.includes(each),
      ),
    });
  return (
    <>
      <Button className="justify-self-start" onClick={() => setOpen(true)}>
        Create an API token
      </Button>
      <FormDialog
        open={isOpen}
        onClose={close}
        title="Create an API token"
        submitLabel="Create"
        pending={create.isPending}
        pendingText="Creating..."
        onSubmit={(event) => {
          event.preventDefault();
          void create.mutate({ body: draft });
        }}
      >
        <TextField
          label="Name"
          hint="For example: setlist bot."
          required
          maxLength={API_TOKEN_NAME_LENGTH}
          value={draft.name}
          onChange={({ target }) => setDraft({ ...draft, name: target.value })}
        />
        <SelectField
          label="Expires"
          value={draft.lifetimeDays}
          options={TOKEN_LIFETIMES_DAYS.map((days) => ({
            value: String(days),
            label: `In ${days} days`,
          }))}
          onChange={({ target }) =>
            setDraft({ ...draft, lifetimeDays: Number(target.value) as Lifetime })
          }
        />
        <fieldset className="sm:col-span-2">
          <legend className="font-semibold">Permissions</legend>
          {API_TOKEN_SCOPES.map((scope) => (
            <CheckboxField
              key={scope}
              {...SCOPE_LABELS[scope]}
              checked={draft.scopes.includes(scope)}
              onChange={({ target }) => toggle(scope, target.checked)}
            />
          ))}
        </fieldset>
      </FormDialog>
    </>
  );
}
