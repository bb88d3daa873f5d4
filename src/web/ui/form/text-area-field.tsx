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
  size = 'normal',
  ...textareaProps
}: ComponentProps<'textarea'> & FieldLabels & { size?: keyof typeof MIN_HEIGHTS }) {
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
            'field-sizing-content max-h-[60vh] resize-y px-3.5 py-2.5 leading-normal',
            MIN_HEIGHTS[size],
          )}
        />
      )}
    </Field>
  );
}

const MIN_HEIGHTS = { short: 'min-h-16', normal: 'min-h-32', tall: 'min-h-64' } as const;

/** Returns '212 / 255 characters' once the text is near the limit. Counts like the server. */
export function formatLength(text: string, max: number): string | undefined {
  const length = text.trim().length;
  if (length < max * SHOWN_FROM) return undefined;
  return `${length.toLocaleString('en-US')} / ${max.toLocaleString('en-US')} characters`;
}

const SHOWN_FROM = 0.8;
