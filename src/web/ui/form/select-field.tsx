import type { ComponentProps, ReactNode } from 'react';
import { ChevronDown } from '#web/ui/icons.ts';
import { classes } from '../class-names.ts';
import { CONTROL_BOX, Field, type FieldLabels } from './field.tsx';

type SelectFieldProps = ComponentProps<'select'> &
  FieldLabels & {
    placeholder?: string | undefined;
    options: readonly Option[];
  };

type Option = {
  value: string;
  label: string;
  disabled?: boolean | undefined;
  /** Options of a group must be consecutive. */
  group?: string | undefined;
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
              'min-h-11 appearance-none text-ellipsis py-2 pr-11 pl-3.5 [&_option]:bg-stage [&_option]:text-text [&>optgroup]:bg-stage [&>optgroup]:text-dim',
            )}
          >
            {placeholder !== undefined && (
              <option value="" disabled>
                {placeholder}
              </option>
            )}
            {[...new Set(options.map(({ group }) => group))].map((group) => (
              <OptionGroup key={group ?? ''} label={group}>
                {options
                  .filter((option) => option.group === group)
                  .map(({ value, label, disabled }) => (
                    <option key={value} value={value} disabled={disabled}>
                      {label}
                    </option>
                  ))}
              </OptionGroup>
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

function OptionGroup({ label, children }: { label: string | undefined; children: ReactNode }) {
  return label === undefined ? children : <optgroup label={label}>{children}</optgroup>;
}
