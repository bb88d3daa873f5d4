import { useEffect, useState } from 'react';

export const BOARD_PAGE_SIZE = 50;

export interface BoardPage {
  query: { limit: string; offset: string };
  offset: number;
  pageSize: number;
  setOffset(offset: number): void;
}

export function useBoardPage(pageSize: number = BOARD_PAGE_SIZE): BoardPage {
  const [offset, setOffset] = useState(0);
  return { query: buildBoardPageQuery(pageSize, offset), offset, pageSize, setOffset };
}

/** Returns to the first page when the list has become shorter than the page's offset. */
export function useResetPastEnd({ offset, setOffset }: BoardPage, total: number | undefined): void {
  const isPastEnd = total !== undefined && offset > 0 && offset >= total;
  useEffect(() => {
    if (isPastEnd) setOffset(0);
  }, [isPastEnd, setOffset]);
}

/** Queries with the same page size and offset share a cache entry. */
export function buildBoardPageQuery(pageSize = BOARD_PAGE_SIZE, offset = 0): BoardPage['query'] {
  return { limit: String(pageSize), offset: String(offset) };
}
