import { useState } from 'react';
import type { BodyInputOf } from '#contract/endpoint.ts';
import { type decideReport, MUTE_DAYS, type ReportedContent } from '#contract/moderation.ts';
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';
import { SelectField } from '#web/ui/form/select-field.tsx';
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx';
import { CONTENT_NAMES } from './describe-content.ts';

export type Decision = Omit<BodyInputOf<typeof decideReport>, 'version' | 'fingerprint'>;

type SanctionDialogProps = {
  item: ReportedContent;
  open: boolean;
  onClose: () => void;
  pending: boolean;
  onDecide: (decision: Decision) => void;
};

export function SanctionDialog({ item, open, onClose, pending, onDecide }: SanctionDialogProps) {
  const { kind, fan } = item;
  const canHide = kind !== 'username';
  const [days, setDays] = useState('0');
  const [isHiding, setHiding] = useState(canHide);
  const muteDays = MUTE_DAYS.find((count) => String(count) === days);
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`Warn or mute ${fan.username}`}
      size="fit"
      submitLabel={muteDays ? 'Mute' : 'Warn'}
      pending={pending}
      pendingText="Saving..."
      onSubmit={(event) => {
        event.preventDefault();
        const content = isHiding ? 'hide' : 'show';
        onDecide(muteDays ? { content, author: 'mute', muteDays } : { content, author: 'warn' });
      }}
    >
      <SelectField
        label="Decision"
        className="sm:col-span-2"
        hint="A muted fan can't post, report, or change their profile or a league's name."
        options={[
          { value: '0', label: 'Warn' },
          ...MUTE_DAYS.map((count) => ({
            value: String(count),
            label: count === 1 ? 'Mute for 1 day' : `Mute for ${count} days`,
          })),
        ]}
        value={days}
        onChange={({ target }) => setDays(target.value)}
      />
      {canHide && (
        <CheckboxField
          className="sm:col-span-2"
          label={`Hide the ${CONTENT_NAMES[kind]}`}
          checked={isHiding}
          onChange={({ target }) => setHiding(target.checked)}
        />
      )}
    </FormDialog>
  );
}
