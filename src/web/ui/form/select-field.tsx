import type { ComponentProps } from 'react';
import { ChevronDown } from '#web/ui/icons.ts';
import { classes } from '../class-names.ts';
import { CONTROL_BOX, Field, type FieldLabels } from './field.tsx';

type SelectFieldProps = ComponentProps<'select'> &
  FieldLabels & {
    placeholder?: string | undefined;
    options: readonly { value: string; label: string; disabled?: boolean | undefined }[];
  };

/** Native, because phones have the best picker for it. */
export function SelectField({
  label,
  labelHidden,
  hint,
  error,
  id,
  className,
  placeholder,
  options,
  ...select
}: SelectFieldProps) {
  return (
    <Field {...{ label, labelHidden, hint, error, id, className }}>
      {(control) => (
        <div className="relative">
          <select
            {...select}
            {...control}
            className={classes(
              CONTROL_BOX,
              'min-h-11 appearance-none text-ellipsis py-2 pr-11 pl-3.5 [&>option]:bg-stage [&>option]:text-text',
            )}
          >
            {placeholder !== undefined && (
              <option value="" disabled>
                {placeholder}
              </option>
            )}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden
            className="pointer-events-none absolute top-1/2 right-3.5 size-4.5 -translate-y-1/2 text-dim"
          />
        </div>
      )}
    </Field>
  );
}
