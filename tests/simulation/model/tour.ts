import type { Block } from './blocks/blocks.ts';
import type { League } from './leagues/league.ts';
import type { AttemptsByKind } from './leagues/limits.ts';
import type { Notice } from './moderation/cases.ts';
import type { Post } from './posts/rules.ts';

/**
 * The product's state as plain data. The model imports nothing from `src/`, so that it doesn't
 * repeat the product's mistakes. Instants are Unix time in ms.
 */
export interface Tour {
  now: number;
  people: Person[];
  songs: Song[];
  shows: Show[];
  predictions: Prediction[];
  leagues: League[];
  blocks: Block[];
  /** Increases with every change, so that no two states of an object have the same edition. */
  editions: number;
}

export interface Person {
  userId: string;
  username: string;
  isAdmin: boolean;
  /** Has predictions and leagues, but sends no requests in a story. */
  isQuiet: boolean;
  createdAt: number;
  hasPrivateSheets: boolean;
  /** Unix time in ms. 0 without a mute. */
  mutedUntil: number;
  notices: Notice[];
  attempts: AttemptsByKind;
  session: Session;
}

export function listActors({ people }: Tour, { isAdmin }: { isAdmin?: boolean } = {}): number[] {
  return people.flatMap((person, index) =>
    person.isQuiet || (isAdmin !== undefined && person.isAdmin !== isAdmin) ? [] : [index],
  );
}

export interface Session {
  openedAt: number;
  /** Updated at most once an hour. */
  seenAt: number;
}

/** A session ends after seven days of inactivity, and after thirty days at the latest. */
export function isSignedIn({ session }: Person, now: number): boolean {
  return now < session.seenAt + 7 * DAY && now < session.openedAt + 30 * DAY;
}

export interface Song {
  id: string;
  title: string;
  album: string | null;
  edition: number;
  /** `average` is in hundredths of a position. */
  imported: { plays: number; average: number | null; first: number | null; last: number | null };
}

/** A city has one time zone. */
export interface Place {
  city: string;
  state: string;
  zone: string;
}

export interface Show {
  id: string;
  name: string;
  place: Place;
  date: number;
  /** Null means an hour before the start. */
  lock: number | null;
  status: Status;
  /** Whether fans could see the predictions before the show's last change. */
  wasRevealed: boolean;
  isFrozen: boolean;
  isScored: boolean;
  rows: Row[];
  /** Counts changes to the show's details. */
  edition: number;
  changes: SetlistChange[];
  /** Includes removed rows. */
  addedRowIds: string[];
  posts: Post[];
}

export type Choice = 'freeze' | 'void' | undefined;

export type Status = 'open' | 'live' | 'closed' | 'postponed' | 'cancelled';

export type Break = 'set' | 'encore';

export interface Row {
  id: string;
  songId: string;
  position: number;
  isCloser: boolean;
  notes: string | null;
  breakAfter: Break | null;
  playedAt: number | null;
  edition: number;
}

export interface SetlistChange {
  id: number;
  rowId: string;
  actor: number;
  rowsBefore: Row[];
  rowsAfter: Row[];
  /** An earlier change was undone, so the setlist differs from this change's result. */
  isDisturbed?: true;
}

export interface Prediction {
  id: string;
  fan: number;
  showId: string;
  picks: { songId: string; position: number }[];
  points: number | null;
  /** An unedited 'Surprise me' list, which the crowd excludes. */
  isSurprise: boolean;
  submittedAt: number;
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Predictions are open until the lock, by default an hour before the start. */
export function acceptsPredictions(show: Show, now: number): boolean {
  return isBeforeLock(show, now) && !show.isFrozen;
}

export function isBeforeLock({ status, date, lock }: Show, now: number): boolean {
  return status === 'open' && now < (lock ?? date - HOUR);
}

/** Fans see each other's predictions once no one can change them, unless the show may reopen. */
export function isRevealed(show: Show, now: number): boolean {
  const { status } = show;
  return (
    status === 'live' ||
    status === 'closed' ||
    (status === 'open' && !acceptsPredictions(show, now))
  );
}

/** Fans see the setlist once predictions lock or the show is live. */
export function isSealed({ status, date, lock }: Show, now: number): boolean {
  return status !== 'live' && status !== 'closed' && now < (lock ?? date - HOUR);
}

/** Statistics include shows that have started. */
export function hasStarted({ status, date }: Show, now: number): boolean {
  return status !== 'postponed' && status !== 'cancelled' && date <= now;
}

export function sortByPosition<T extends { position: number }>(rows: readonly T[]): T[] {
  return [...rows].sort((a, b) => a.position - b.position);
}
