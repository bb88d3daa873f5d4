import type { ComponentProps, ReactNode } from 'react';
import { classes } from '../class-names.ts';
import { CONTROL_BOX, Field, type FieldLabels } from './field.tsx';

export type TextFieldProps = ComponentProps<'input'> &
  FieldLabels & {
    icon?: ReactNode;
    trailing?: ReactNode;
  };

export function TextField({
  label,
  labelHidden,
  hint,
  error,
  icon,
  trailing,
  id,
  className,
  ...input
}: TextFieldProps) {
  return (
    <Field {...{ label, labelHidden, hint, error, id, className }}>
      {(control) => (
        <div className="relative">
          {icon && (
            <span className="pointer-events-none absolute inset-y-0 left-3.5 flex items-center text-dim [&>svg]:size-4.5">
              {icon}
            </span>
          )}
          <input
            type="text"
            {...input}
            {...control}
            className={classes(
              CONTROL_BOX,
              'min-h-11 py-2 read-only:bg-text/6',
              icon ? 'pl-10.5' : 'pl-3.5',
              trailing ? 'pr-12' : 'pr-3.5',
            )}
          />
          {trailing && (
            <span className="absolute inset-y-0 right-0 flex items-center">{trailing}</span>
          )}
        </div>
      )}
    </Field>
  );
}
