import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { SkeletonRegion, SkeletonRows } from '#web/ui/loading/skeleton.tsx';
import { errorMessage, isNotFound } from './http-error.ts';

type LoadedProps<Data> = {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isLoadingError' | 'isFetching' | 'refetch'>;
  label: string;
  errorMessage: string;
  /** Also replaces data that is already visible, because the subject may be deleted later. */
  notFound?: ReactNode;
  skeleton?: ReactNode;
  className?: string;
  children: (data: Data) => ReactNode;
};

export function Loaded<Data>(props: LoadedProps<Data>) {
  const { query, label, notFound, skeleton, className, children } = props;
  if (notFound && isNotFound(query.error)) return notFound;
  if (query.data !== undefined) return children(query.data);
  if (query.isLoadingError) {
    const error = (
      <ErrorState
        message={errorMessage(query.error, props.errorMessage)}
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
