import * as Slot from '@radix-ui/react-slot';
import type { ComponentProps, ReactNode } from 'react';
import { classes } from './class-names.ts';

/** `lamp` is a page's primary action, `ink` a sheet's. */
export type ButtonVariant = keyof typeof VARIANTS;
export type ButtonSize = keyof typeof SIZES;

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  pending?: boolean | undefined;
  /** The button is as wide as the longer text, so it doesn't jump. */
  pendingText?: string | undefined;
  asChild?: boolean | undefined;
};

export function Button({
  variant = 'quiet',
  size = 'md',
  pending = false,
  pendingText,
  asChild = false,
  type = 'button',
  disabled,
  className,
  children,
  ...rest
}: ButtonProps) {
  const buttonClass = classes(BASE, SIZES[size], VARIANTS[variant], className);
  if (asChild) {
    return (
      <Slot.Root className={buttonClass} {...rest}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button
      type={type}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
      className={buttonClass}
      {...rest}
    >
      {pendingText === undefined ? (
        children
      ) : (
        <Labels pending={pending} pendingText={pendingText}>
          {children}
        </Labels>
      )}
    </button>
  );
}

const BASE =
  'inline-flex shrink-0 select-none items-center justify-center gap-2 rounded-control text-center font-semibold leading-tight no-underline transition-colors duration-100 disabled:cursor-not-allowed [&>svg]:size-[1.2em] [&>svg]:shrink-0';

const SIZES = {
  md: 'min-h-11 px-4 py-2',
  lg: 'min-h-13 px-6 py-3 text-lg',
  sm: 'min-h-9 px-3 py-1 text-sm pointer-coarse:min-h-11',
  icon: 'size-11 text-lg',
  'icon-sm': 'size-9 text-base pointer-coarse:size-11',
};

const FADED = 'disabled:bg-text/10 disabled:text-dim';

const VARIANTS = {
  lamp: `bg-lamp text-lamp-text hover:bg-lamp-strong ${FADED}`,
  ink: `bg-ink text-sheet hover:bg-ink-strong ${FADED}`,
  quiet:
    'border border-edge bg-transparent text-text hover:bg-text/8 disabled:border-rail disabled:bg-transparent disabled:text-dim',
  ghost:
    'bg-transparent text-dim hover:bg-text/8 hover:text-text disabled:bg-transparent disabled:text-dim disabled:opacity-50',
  danger: `bg-danger-fill text-danger-text hover:bg-danger-strong ${FADED}`,
};

function Labels(props: { pending: boolean; pendingText: string; children: ReactNode }) {
  const cell = 'col-start-1 row-start-1 inline-flex items-center justify-center gap-2';
  return (
    <span className="grid">
      <span className={classes(cell, props.pending && 'invisible')}>{props.children}</span>
      <span className={classes(cell, !props.pending && 'invisible')}>{props.pendingText}</span>
    </span>
  );
}
