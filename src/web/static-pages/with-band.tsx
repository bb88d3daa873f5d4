import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Band } from '#contract/band.ts';
import { bandQuery } from '#web/band/use-band.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton, SkeletonRegion } from '#web/ui/skeleton.tsx';

/** Draws a page that says nothing without the band's facts. */
export function WithBand({ children }: { children: (band: Band) => ReactNode }) {
  const band = useQuery(bandQuery);
  if (band.data) return children(band.data);
  if (band.isLoadingError)
    return (
      <ErrorState
        message="This page could not be loaded."
        onRetry={() => band.refetch()}
        pending={band.isFetching}
      />
    );
  return (
    <SkeletonRegion label="Loading the page" className="grid gap-6">
      <Skeleton className="h-12 w-64" />
      <Skeleton className="h-40 w-full max-w-2xl" />
    </SkeletonRegion>
  );
}
