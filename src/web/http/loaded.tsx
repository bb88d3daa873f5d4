import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { SkeletonRegion, SkeletonRows } from '#web/ui/loading/skeleton.tsx';
import { isNotFound, sentenceOf } from './http-error.ts';

type LoadedProps<Data> = {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isLoadingError' | 'isFetching' | 'refetch'>;
  /** Read out while it loads. */
  label: string;
  /** The sentence where the server gave none. */
  failed: string;
  /** Where there is no such thing, or not any more: it may go under the reader's eyes. */
  notFound?: ReactNode;
  /** While it loads, where a list's rows would not have the shape of what comes. */
  skeleton?: ReactNode;
  /** Around the states of waiting and failing. */
  className?: string;
  children: (data: Data) => ReactNode;
};

/** What was read, or the state of waiting, failing or being gone in its place. */
export function Loaded<Data>(props: LoadedProps<Data>) {
  const { query, label, failed, notFound, skeleton, className, children } = props;
  if (notFound && isNotFound(query.error)) return notFound;
  if (query.data !== undefined) return children(query.data);
  if (query.isLoadingError) {
    const error = (
      <ErrorState
        message={sentenceOf(query.error, failed)}
        onRetry={() => query.refetch()}
        pending={query.isFetching}
      />
    );
    return className ? <div className={className}>{error}</div> : error;
  }
  return (
    <SkeletonRegion label={label} className={className}>
      {skeleton ?? <SkeletonRows count={5} />}
    </SkeletonRegion>
  );
}
