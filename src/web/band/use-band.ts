import { useQuery } from '@tanstack/react-query';
import { type Band, getBand } from '#contract/band.ts';
import { queryFor } from '#web/http/query-for.ts';

export function useBand(): Band | undefined {
  return useQuery(bandQuery).data;
}

export const bandQuery = queryFor(getBand);
