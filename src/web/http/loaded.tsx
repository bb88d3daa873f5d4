import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '#web/ui/error-state.tsx';
import { SkeletonRegion, SkeletonRows } from '#web/ui/skeleton.tsx';
import { sentenceOf } from './http-error.ts';

type LoadedProps<Data> = {
  query: UseQueryResult<Data>;
  /** Read out while it loads. */
  label: string;
  /** The sentence where the server gave none. */
  failed: string;
  children: (data: Data) => ReactNode;
};

/** What was read, or the state of waiting or failing in its place. */
export function Loaded<Data>({ query, label, failed, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isLoadingError)
    return (
      <ErrorState
        message={sentenceOf(query.error, failed)}
        onRetry={() => query.refetch()}
        pending={query.isFetching}
      />
    );
  return (
    <SkeletonRegion label={label}>
      <SkeletonRows count={5} />
    </SkeletonRegion>
  );
}
