import type { Show } from '#contract/shows.ts';
import type { ShowRow } from './version.ts';

/** A show as the contract has it. */
export function toShow(row: ShowRow): Show {
  return { ...row, date: row.date.toISOString() };
}
