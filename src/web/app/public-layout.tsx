import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useBand } from '#web/band/use-band.ts';
import { ThemeSwitch } from '#web/theme/theme-switch.tsx';
import { BrandMark } from '#web/ui/brand-mark.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { PublicFooter } from './public-footer.tsx';
import { PAGE_ID, SkipLink } from './skip-link.tsx';

/** The frame of every page that is seen without being signed in. */
export function PublicLayout({ children }: { children: ReactNode }) {
  const band = useBand();
  return (
    <div className="mx-auto flex min-h-dvh max-w-6xl flex-col px-4 sm:px-8">
      <SkipLink />
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-4 sm:py-6">
        <Link
          href="/"
          className="rounded-md py-1.5"
          aria-label={band && `${band.productName}, start`}
        >
          {band ? <BrandMark name={band.productName} /> : <Skeleton className="h-9 w-36" />}
        </Link>
        <ThemeSwitch compact />
      </header>
      <main id={PAGE_ID} className="flex-1 pt-4 pb-16 sm:pt-8">
        {children}
      </main>
      <PublicFooter />
    </div>
  );
}
