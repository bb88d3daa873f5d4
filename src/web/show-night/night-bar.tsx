import type { ReactNode } from 'react';

/** Always at the lower end of the screen. */
export function NightBar({ children }: { children: ReactNode }) {
  return (
    <section
      aria-label="Your standing"
      className="sticky bottom-0 z-20 -mx-4 mt-auto -mb-16 border-rail border-t bg-stage px-4.5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:-mx-8 sm:px-8 lg:-mx-11 lg:px-11"
    >
      {children}
    </section>
  );
}
