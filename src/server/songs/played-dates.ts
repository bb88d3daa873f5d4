import { HOUR } from '#contract/durations.ts';
import type { Song } from '#contract/songs.ts';
import { ApiError } from '../http/api-error.ts';

interface DateInput {
  firstPlayed?: string | null | undefined;
  lastPlayed?: string | null | undefined;
}

type DisplayedDates = Pick<Song, 'firstPlayed' | 'lastPlayed'> | undefined;

/** The earliest time zone starts a day 14 hours before UTC. */
const MAX_OFFSET_MS = 14 * HOUR;

/** Throws 400 for a future date or a last play before the first. Skips unchanged dates. */
export function validatePlayedDates(
  input: DateInput,
  displayed: DisplayedDates,
  now: number,
): void {
  const first = toImportedDate(input.firstPlayed, displayed?.firstPlayed);
  const last = toImportedDate(input.lastPlayed, displayed?.lastPlayed);
  if (isFuture(input.firstPlayed, first, now))
    throw createFieldError('firstPlayed', 'First played must not be in the future');
  if (isFuture(input.lastPlayed, last, now))
    throw createFieldError('lastPlayed', 'Last played must not be in the future');
  if (!first && !last) return;
  const firstPlayed = first === undefined ? displayed?.firstPlayed : first;
  const lastPlayed = last === undefined ? displayed?.lastPlayed : last;
  if (firstPlayed && lastPlayed && new Date(lastPlayed) < new Date(firstPlayed))
    throw createFieldError('lastPlayed', 'Last played must not be before first played');
}

/** Returns undefined for an unchanged date, which a form sends back and may be from a setlist. */
export function toImportedDate(
  input: string | null | undefined,
  displayed: string | null | undefined,
): Date | null | undefined {
  if (input === undefined || input === null) return input;
  const date = new Date(input);
  const displayedText = isDateOnly(input) ? displayed?.slice(0, 10) : displayed;
  return displayedText === (isDateOnly(input) ? input : date.toISOString()) ? undefined : date;
}

function isFuture(
  input: string | null | undefined,
  date: Date | null | undefined,
  now: number,
): boolean {
  if (!input || !date) return false;
  return date.getTime() > now + (isDateOnly(input) ? MAX_OFFSET_MS : 0);
}

function isDateOnly(input: string): boolean {
  return !input.includes('T');
}

function createFieldError(path: string, message: string): ApiError {
  return new ApiError(400, message, { issues: [{ path, message }] });
}
