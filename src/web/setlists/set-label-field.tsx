import { useState } from 'react';
import { POINTS } from '#contract/scoring.ts';
import { SET_LABEL_MAX } from '#contract/setlists.ts';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';

type SetLabelFieldProps = {
  /** '' where the song is part of no named set. */
  value: string;
  onChange: (label: string) => void;
  labels: readonly string[];
};

/** Which set a song is part of: one of the usual names, or any other. */
export function SetLabelField({ value, onChange, labels }: SetLabelFieldProps) {
  const [isOther, setOther] = useState(false);
  const known = value === '' || labels.includes(value) || isOther ? labels : [...labels, value];
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
          ...known.map((label) => ({ value: label, label })),
          { value: '', label: 'No label' },
          { value: OTHER, label: 'Other…' },
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

const OTHER = 'other…';

export const CLOSER_LABEL = (
  <>
    Mark as Closer <span className="font-normal text-dim">({POINTS.Closer} points)</span>
  </>
);
