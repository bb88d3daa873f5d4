import { useState } from 'react';

/** How many rows a board shows at a time. */
export const BOARD_ROWS = 50;

/** A page of a board: the query that asks for it, and what turns to others. */
export interface BoardPage {
  query: { limit: string; offset: string };
  offset: number;
  rows: number;
  turnTo(offset: number): void;
}

/** Begins with the first page. */
export function useBoardPage(rows: number = BOARD_ROWS): BoardPage {
  const [offset, turnTo] = useState(0);
  return { query: pageQueryOf(rows, offset), offset, rows, turnTo };
}

/** What asks for a page; equal pages share one place in the cache. */
export function pageQueryOf(rows: number, offset = 0): BoardPage['query'] {
  return { limit: String(rows), offset: String(offset) };
}
