import type { ReactNode } from 'react';
import { classes } from '../class-names.ts';

type FactsProps = {
  /** Empty facts and repetitions are omitted. */
  facts: readonly (string | false | null | undefined)[];
  /** Rendered before the facts, because after them it could wrap to a separate line. */
  badge?: ReactNode;
  className?: string | undefined;
};

/**
 * Renders 'Richmond, VA · Mar 10 · 2 songs'. No dot begins or ends a line: each belongs to the fact
 * after it, and one at the start of a line falls into the margin, which is clipped.
 */
export function Facts({ facts, badge, className }: FactsProps) {
  return (
    <span className={classes('block overflow-hidden', className)}>
      <span
        className={classes('-ml-4 flex flex-wrap items-center', badge !== undefined && 'leading-6')}
      >
        {badge && <span className="flex h-6 items-center pl-4">{badge}</span>}
        {[...new Set(facts)].map(
          (fact) =>
            fact && (
              <span key={fact} className="flex">
                <span aria-hidden className="w-4 shrink-0 text-center">
                  {' · '}
                </span>
                {fact}
              </span>
            ),
        )}
      </span>
    </span>
  );
}
