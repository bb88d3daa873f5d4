import { useState } from 'react';
import { POINTS } from '#contract/scoring.ts';
import { type Break, SET_LABEL_MAX, type SetlistEntry } from '#contract/setlists.ts';
import { SelectField } from '#web/ui/form/select-field.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';

type SetLabelFieldProps = {
  /** '' if the song is not part of a named set. */
  value: string;
  onChange: (label: string) => void;
  labels: readonly string[];
};

export function SetLabelField({ value, onChange, labels }: SetLabelFieldProps) {
  const [isOther, setOther] = useState(false);
  const options = value === '' || labels.includes(value) || isOther ? labels : [...labels, value];
  return (
    <div className="grid content-start gap-3">
      <SelectField
        label="Set"
        value={isOther ? OTHER : value}
        onChange={({ target }) => {
          setOther(target.value === OTHER);
          onChange(target.value === OTHER ? '' : target.value);
        }}
        options={[
          ...options.map((label) => ({ value: label, label })),
          { value: '', label: 'No label' },
          { value: OTHER, label: 'Other...' },
        ]}
      />
      {isOther && (
        <TextField
          label="Name of the set"
          value={value}
          maxLength={SET_LABEL_MAX}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </div>
  );
}

const OTHER = 'other...';

export const CLOSER_LABEL = (
  <>
    Mark as Closer <span className="font-normal text-dim">({POINTS.Closer} points)</span>
  </>
);

export function listLabels(rows: readonly SetlistEntry[]): string[] {
  const usedLabels = rows.flatMap(({ setLabel }) => setLabel ?? []);
  return [...new Set([...DEFAULT_LABELS, ...usedLabels])];
}

export function computeNextLabel(
  previous: Pick<SetlistEntry, 'setLabel' | 'breakAfter'> | undefined,
): string {
  if (!previous) return FIRST_LABEL;
  const { setLabel, breakAfter } = previous;
  return breakAfter ? computeLabelAfterBreak(setLabel, breakAfter) : (setLabel ?? '');
}

export function computeLabelAfterBreak(setLabel: string | null, kind: Break): string {
  const [, name = 'Set', number = '1'] = /^(Set|Encore)(?: (\d+))?$/.exec(setLabel ?? '') ?? [];
  if (kind === 'encore' && name !== 'Encore') return 'Encore';
  return `${name} ${Number(number) + 1}`;
}

const FIRST_LABEL = 'Set 1';
const DEFAULT_LABELS = [FIRST_LABEL, 'Set 2', 'Set 3', 'Encore', 'Encore 2'];
