import { type SQL, sql } from 'drizzle-orm';
import type { shows } from '../db/schema/shows.ts';

type DatedShow = Pick<typeof shows.$inferSelect, 'date' | 'status'>;

export function isAboutMove(about: string, { date, status }: DatedShow): boolean {
  const isoDate = date.toISOString();
  return about === `${status} ${isoDate}` || (status === 'open' && about === isoDate);
}

/** Returns whether the fan's prediction was discarded when the show reopened. */
export function isAboutVoid(about: string): boolean {
  return about.startsWith('void ');
}

/** Returns whether the show takes place after all, on its original date. */
export function isAboutReturn(about: string, { date }: Pick<DatedShow, 'date'>): boolean {
  return about === `open ${date.toISOString()}`;
}

export function formatIsoTime(instant: SQL): SQL {
  return sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

export const ABOUT_DATE = formatIsoTime(sql`show.date`);
