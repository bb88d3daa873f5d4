import { type ComponentProps, type ReactNode, useId } from 'react';
import { Check } from '#web/ui/icons.ts';
import { classes } from '../class-names.ts';
import { FieldError } from './field.tsx';

type CheckboxFieldProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
};

export function CheckboxField({ label, hint, error, id, className, ...input }: CheckboxFieldProps) {
  const generatedId = useId();
  const inputId = id ?? generatedId;
  const hintId = hint ? `${inputId}-hint` : undefined;
  const errorId = error ? `${inputId}-error` : undefined;
  return (
    <div className={className}>
      <label
        htmlFor={inputId}
        className="flex min-h-11 items-center gap-3 has-disabled:cursor-not-allowed has-disabled:text-dim"
      >
        <Checkbox
          {...input}
          id={inputId}
          aria-describedby={classes(errorId, hintId) || undefined}
          aria-invalid={error ? true : undefined}
        />
        <span className="font-medium">{label}</span>
      </label>
      <div className="grid gap-1 pl-8.5">
        {error && <FieldError id={errorId}>{error}</FieldError>}
        {hint && (
          <p id={hintId} className="-mt-1 pb-1 text-sm text-dim">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}

/** Smaller than a touch target, so wrap it in a label of at least 44 px. */
export function Checkbox(input: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return (
    <span className="relative flex size-5.5 shrink-0">
      <input
        {...input}
        type="checkbox"
        className="peer size-full appearance-none rounded-md border-[1.5px] border-edge bg-well transition-colors duration-100 checked:border-text checked:bg-text aria-invalid:border-danger disabled:border-rail disabled:checked:bg-dim"
      />
      <Check
        aria-hidden
        strokeWidth={3}
        className="pointer-events-none absolute inset-0 m-auto hidden size-4 text-hall peer-checked:block"
      />
    </span>
  );
}
