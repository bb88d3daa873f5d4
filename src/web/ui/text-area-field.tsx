import type { ComponentProps } from 'react';
import { classes } from './class-names.ts';
import { CONTROL_BOX, Field, type FieldTexts } from './field.tsx';

type TextAreaFieldProps = ComponentProps<'textarea'> & FieldTexts;

/** A text of several lines; it grows with what is typed where the browser can. */
export function TextAreaField({
  label,
  labelHidden,
  hint,
  error,
  id,
  className,
  rows = 4,
  ...textarea
}: TextAreaFieldProps) {
  return (
    <Field {...{ label, labelHidden, hint, error, id, className }}>
      {(control) => (
        <textarea
          rows={rows}
          {...textarea}
          {...control}
          className={classes(
            CONTROL_BOX,
            'field-sizing-content min-h-24 resize-y px-3.5 py-2.5 read-only:bg-text/6',
          )}
        />
      )}
    </Field>
  );
}
