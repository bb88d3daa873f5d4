import type { ReactNode } from 'react';
import { classes } from './class-names.ts';

export type StampTone = keyof typeof TONES;

type StampProps = {
  tone: StampTone;
  size?: 'md' | 'sm' | undefined;
  label: string;
  isNew?: boolean | undefined;
  children: ReactNode;
};

export function Stamp({ tone, size = 'md', label, isNew, children }: StampProps) {
  return (
    <span
      className={classes(
        'poster inline-flex shrink-0 -rotate-3 items-center justify-center border-2 leading-none',
        size === 'md' ? 'h-9 min-w-11 text-2xl' : 'h-6.5 min-w-8.5 text-base',
        TONES[tone],
        isNew && 'stamp-in',
      )}
    >
      <span aria-hidden>{children}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}

const TONES = {
  special:
    'rounded-md bg-special-fill px-2.5 text-special outline-[1.5px] outline-current -outline-offset-5',
  exact: 'rounded-md px-1.5 bg-exact-fill text-exact',
  elsewhere: 'rounded-full px-1.5 bg-elsewhere-fill text-elsewhere',
  missed: 'rounded-md px-1.5 border-dashed border-missed/45 bg-sheet font-semibold text-missed',
};
