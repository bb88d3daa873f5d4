import type { ReactNode } from 'react';
import { classes } from './class-names.ts';

export type BadgeTone = keyof typeof TONES;

/** The text must convey the meaning, because tone alone is not accessible. */
export function Badge({
  tone = 'quiet',
  className,
  children,
}: {
  tone?: BadgeTone | undefined;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <span
      className={classes(
        'label inline-flex shrink-0 items-center gap-1.5 whitespace-nowrap rounded-full border-[1.5px] border-current px-2 py-0.5 [&>svg]:size-3',
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}

const TONES = {
  lamp: 'text-lamp',
  exact: 'text-exact-on-hall',
  elsewhere: 'text-elsewhere-on-hall',
  special: 'text-special-on-hall',
  missed: 'border-dashed text-missed-on-hall',
  danger: 'text-danger',
  quiet: 'text-dim',
};
