import { useState } from 'react';

export const BOARD_ROWS = 50;

export interface BoardPage {
  query: { limit: string; offset: string };
  offset: number;
  rows: number;
  setOffset(offset: number): void;
}

export function useBoardPage(rows: number = BOARD_ROWS): BoardPage {
  const [offset, setOffset] = useState(0);
  return { query: boardPageQuery(rows, offset), offset, rows, setOffset };
}

/** Equal pages share a cache entry. */
export function boardPageQuery(rows: number, offset = 0): BoardPage['query'] {
  return { limit: String(rows), offset: String(offset) };
}
