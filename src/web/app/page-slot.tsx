import { type ReactNode, Suspense } from 'react';
import { useLocation } from 'wouter';
import { Arrival } from './arrival.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { PageSkeleton } from './page-skeleton.tsx';

type PageSlotProps = { title: string; children: ReactNode };

/** Where a page is put: it may still be loading, and may fail without taking the frame with it. */
export function PageSlot({ title, children }: PageSlotProps) {
  const [pathname] = useLocation();
  return (
    <ErrorBoundary key={pathname}>
      <Suspense fallback={<PageSkeleton />}>
        {children}
        <Arrival title={title} />
      </Suspense>
    </ErrorBoundary>
  );
}
