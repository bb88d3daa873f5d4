import { type ReactNode, useId } from 'react';
import { CircleAlert } from '#web/ui/icons.ts';
import { classes } from '../class-names.ts';

export type FieldLabels = {
  label: string;
  /** 'max-lg' hides it only on narrow screens, for values that explain themselves. */
  labelHidden?: boolean | 'max-lg' | undefined;
  hint?: ReactNode;
  error?: string | undefined;
};

type ControlAttributes = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

type FieldProps = FieldLabels & {
  id?: string | undefined;
  className?: string | undefined;
  children: (control: ControlAttributes) => ReactNode;
};

export function Field(props: FieldProps) {
  const generatedId = useId();
  const id = props.id ?? generatedId;
  const hintId = props.hint ? `${id}-hint` : undefined;
  const errorId = props.error ? `${id}-error` : undefined;
  return (
    <div className={classes('grid content-start gap-1.5', props.className)}>
      <label
        htmlFor={id}
        className={
          props.labelHidden === true
            ? 'sr-only'
            : classes(
                'justify-self-start text-sm font-semibold',
                props.labelHidden && 'max-lg:sr-only',
              )
        }
      >
        {props.label}
      </label>
      {props.children({
        id,
        'aria-describedby': classes(errorId, hintId) || undefined,
        'aria-invalid': props.error ? true : undefined,
      })}
      {props.error && <FieldError id={errorId}>{props.error}</FieldError>}
      {props.hint && (
        <p id={hintId} className="text-sm text-dim">
          {props.hint}
        </p>
      )}
    </div>
  );
}

export function FieldError(props: { id: string | undefined; children: ReactNode }) {
  return (
    <p id={props.id} className="flex items-start gap-1.5 text-sm font-medium text-danger">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {props.children}
    </p>
  );
}

/** The text has 16 px on phones, because iOS zooms into inputs with smaller text. */
export const CONTROL_BOX =
  'w-full min-w-0 rounded-control border border-edge bg-well text-[1rem] text-text placeholder:text-dim transition-colors duration-100 hover:border-text/60 focus-visible:outline-offset-0 aria-invalid:border-danger disabled:cursor-not-allowed disabled:border-rail disabled:bg-text/6 disabled:text-dim md:text-base';
