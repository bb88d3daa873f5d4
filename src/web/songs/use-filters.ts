import { useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { filtersOf, type SongFilters, withFilters } from './find-songs.ts';

/**
 * The filters, kept in the address too, so that the way back from a song finds them as they were.
 * It follows a moment behind: browsers refuse an address that changes with every key.
 */
export function useFilters(): [SongFilters, (filters: SongFilters) => void] {
  const [search, setSearch] = useSearchParams();
  const [filters, setFilters] = useState(() => filtersOf(search));
  const wanted = String(withFilters(search, filters));
  const isWritten = wanted === String(search);
  // biome-ignore lint/correctness/useExhaustiveDependencies: setSearch is new with each rendering
  useEffect(() => {
    if (isWritten) return;
    const timer = setTimeout(
      () => setSearch((before) => withFilters(before, filters), { replace: true }),
      WRITE_AFTER_MS,
    );
    return () => clearTimeout(timer);
  }, [isWritten, wanted]);
  return [filters, setFilters];
}

const WRITE_AFTER_MS = 300;
