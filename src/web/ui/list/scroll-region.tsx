import type { ReactNode } from 'react';

type ScrollRegionProps = { label: string; className?: string | undefined; children: ReactNode };

export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
      tabIndex={0}
      className={className}
    >
      {children}
    </div>
  );
}
