import type { ReactNode } from 'react';
import { ChevronDown } from '../icons.ts';

type FoldProps = {
  title: string;
  /** Opens the fold initially, for content that must not be missed. */
  isOpen?: boolean | undefined;
  children: ReactNode;
};

/** A part that most people skip: one line until it is opened. */
export function Fold({ title, isOpen = false, children }: FoldProps) {
  return (
    <section aria-label={title} className="border-rail border-t last:border-b">
      <details open={isOpen} className="group">
        <summary className="flex min-h-13 cursor-pointer list-none items-center justify-between gap-4 focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden">
          <h3 className="font-semibold">{title}</h3>
          <ChevronDown aria-hidden className="size-5 shrink-0 text-dim group-open:rotate-180" />
        </summary>
        <div className="pb-5">{children}</div>
      </details>
    </section>
  );
}
