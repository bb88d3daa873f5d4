import { useQuery } from '@tanstack/react-query';
import { type Band, getBand } from '#contract/band.ts';
import { queryFor } from '#web/http/query-for.ts';

/** The band's and the product's facts; undefined until they are there. */
export function useBand(): Band | undefined {
  return useQuery(bandQuery).data;
}

export const bandQuery = queryFor(getBand);
