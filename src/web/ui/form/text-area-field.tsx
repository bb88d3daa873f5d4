import type { ComponentProps } from 'react';
import { classes } from '../class-names.ts';
import { CONTROL_BOX, Field, type FieldLabels } from './field.tsx';

export function TextAreaField({
  label,
  labelHidden,
  hint,
  error,
  id,
  className,
  ...textareaProps
}: ComponentProps<'textarea'> & FieldLabels) {
  return (
    <Field {...{ label, labelHidden, hint, error, id, className }}>
      {(control) => (
        <textarea
          rows={5}
          dir="auto"
          {...textareaProps}
          {...control}
          className={classes(
            CONTROL_BOX,
            'field-sizing-content max-h-[60vh] min-h-32 resize-y px-3.5 py-2.5 leading-normal',
          )}
        />
      )}
    </Field>
  );
}

/** Returns '12 / 255 characters', counted like on the server. */
export function formatLength(text: string, max: number): string {
  const length = text.trim().length;
  return `${length.toLocaleString('en-US')} / ${max.toLocaleString('en-US')} characters`;
}
