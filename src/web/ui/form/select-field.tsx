import type { ComponentProps } from 'react';
import { ChevronDown } from '#web/ui/icons.ts';
import { classes } from '../class-names.ts';
import { CONTROL_BOX, Field, type FieldLabels } from './field.tsx';

type SelectFieldProps = ComponentProps<'select'> &
  FieldLabels & {
    placeholder?: string | undefined;
    /** Options of a group follow each other. */
    options: readonly SelectOption[];
  };

type SelectOption = {
  value: string;
  label: string;
  disabled?: boolean | undefined;
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
            {[...new Set(options.map(({ group }) => group))].map((group) => {
              const members = (
                <Options
                  key={group ?? ''}
                  options={options.filter((option) => option.group === group)}
                />
              );
              return group === undefined ? (
                members
              ) : (
                <optgroup key={group} label={group}>
                  {members}
                </optgroup>
              );
            })}
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

function Options({ options }: { options: readonly SelectOption[] }) {
  return options.map(({ value, label, disabled }) => (
    <option key={value} value={value} disabled={disabled}>
      {label}
    </option>
  ));
}
