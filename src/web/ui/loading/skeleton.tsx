import type { ReactNode } from 'react';
import { classes } from '../class-names.ts';

export function Skeleton({ className }: { className?: string | undefined }) {
  return <span aria-hidden className={classes('block rounded-md bg-text/10', className)} />;
}

type SkeletonRegionProps = { label: string; className?: string | undefined; children: ReactNode };

/** `appear-late` hides it during short waits. */
export function SkeletonRegion({ label, className, children }: SkeletonRegionProps) {
  return (
    <div role="status" className={classes('appear-late', className)}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}

export function SkeletonRows({ count }: { count: number }) {
  return Array.from({ length: count }, (_, row) => (
    <span
      // biome-ignore lint/suspicious/noArrayIndexKey: equal rows that never move
      key={row}
      aria-hidden
      className="flex min-h-14 items-center gap-4 border-rail border-b last:border-b-0"
    >
      <span className="grid flex-1 gap-2">
        <Skeleton className={classes('h-3.5', WIDTHS[row % WIDTHS.length])} />
        <Skeleton className="h-2.5 w-1/4" />
      </span>
      <Skeleton className="h-5 w-9" />
    </span>
  ));
}

const WIDTHS = ['w-1/2', 'w-2/5', 'w-3/5', 'w-1/3'];
