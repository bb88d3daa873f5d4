import type { Song } from '#contract/songs.ts';
import { ApiError } from '../http/api-error.ts';

interface SentDates {
  firstPlayed?: string | null | undefined;
  lastPlayed?: string | null | undefined;
}

type ShownDates = Pick<Song, 'firstPlayed' | 'lastPlayed'> | undefined;

/** The earliest time zone starts a day 14 hours before UTC. */
const EARLIEST_DAWN_MS = 14 * 60 * 60 * 1000;

/** Throws 400 for a future day or a last play before the first. Skips dates sent as shown. */
export function refuseImpossibleDates(sent: SentDates, shown: ShownDates, now: number): void {
  const first = importedDate(sent.firstPlayed, shown?.firstPlayed);
  const last = importedDate(sent.lastPlayed, shown?.lastPlayed);
  if (isToCome(sent.firstPlayed, first, now))
    throw refused('firstPlayed', 'First played must not lie in the future');
  if (isToCome(sent.lastPlayed, last, now))
    throw refused('lastPlayed', 'Last played must not lie in the future');
  if (!first && !last) return;
  const from = first === undefined ? shown?.firstPlayed : first;
  const to = last === undefined ? shown?.lastPlayed : last;
  if (from && to && new Date(to) < new Date(from))
    throw refused('lastPlayed', 'Last played must not be before first played');
}

/**
 * Undefined keeps the imported date. A form may send back a date it was shown: storing that would
 * keep a setlist's date after its row is gone.
 */
export function importedDate(
  sent: string | null | undefined,
  shown: string | null | undefined,
): Date | null | undefined {
  if (sent === undefined || sent === null) return sent;
  const date = new Date(sent);
  const shownText = isDayAlone(sent) ? shown?.slice(0, 10) : shown;
  return shownText === (isDayAlone(sent) ? sent : date.toISOString()) ? undefined : date;
}

function isToCome(
  sent: string | null | undefined,
  date: Date | null | undefined,
  now: number,
): boolean {
  if (!sent || !date) return false;
  return date.getTime() > now + (isDayAlone(sent) ? EARLIEST_DAWN_MS : 0);
}

function isDayAlone(sent: string): boolean {
  return !sent.includes('T');
}

function refused(path: string, message: string): ApiError {
  return new ApiError(400, message, { issues: [{ path, message }] });
}
