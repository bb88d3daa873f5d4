/**
 * The whole product as plain data: what the model knows of the world after each step. Written from
 * the rules alone; nothing of `src/` is used here, so that one mistake is not made twice.
 * Instants are milliseconds since 1970.
 */
export interface Tour {
  now: number;
  people: Person[];
  songs: Song[];
  shows: Show[];
  predictions: Prediction[];
  /** Grows with every change: no two states of a thing have the same edition. */
  editions: number;
}

export interface Person {
  userId: string;
  username: string;
  isAdmin: boolean;
  session: Session;
}

export interface Session {
  openedAt: number;
  /** As it is noted: once an hour. */
  seenAt: number;
}

/** Seven days unseen end a session, and thirty in any case. */
export function isSignedIn({ session }: Person, now: number): boolean {
  return now < session.seenAt + 7 * DAY && now < session.openedAt + 30 * DAY;
}

export interface Song {
  id: string;
  title: string;
  album: string | null;
  edition: number;
  /** The figures it came with; `average` in hundredths of a place. */
  imported: { plays: number; average: number | null; first: number | null; last: number | null };
}

/** Where a band plays: a city has one zone. */
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
  /** A lock of its own; null: an hour before. */
  lock: number | null;
  status: Status;
  isScored: boolean;
  rows: Row[];
  /** Of what its form holds. */
  edition: number;
  /** What an undo may take back, the oldest first. */
  changes: SetlistChange[];
  /** Ids of all rows that were ever added. */
  added: string[];
}

export type Status = 'open' | 'live' | 'closed' | 'postponed' | 'cancelled';

export type Break = 'set' | 'encore';

export interface Row {
  id: string;
  songId: string;
  position: number;
  isCloser: boolean;
  notes: string | null;
  /** What the band goes off for after it. */
  breakAfter: Break | null;
  playedAt: number | null;
  edition: number;
}

/** The whole setlist before and after one change of it. */
export interface SetlistChange {
  /** As the answer named it. */
  id: number;
  rowId: string;
  by: number;
  before: Row[];
  after: Row[];
  /** An earlier one was taken back since: the setlist is no longer as this one left it. */
  isDisturbed?: true;
}

export interface Prediction {
  id: string;
  /** Index of the fan among the people. */
  fan: number;
  showId: string;
  picks: { songId: string; position: number }[];
  points: number | null;
  submittedAt: number;
}

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** Predictions are taken while a show is open, until its own lock or one hour before its start. */
export function takesPredictions({ status, date, lock }: Show, now: number): boolean {
  return status === 'open' && now < (lock ?? date - HOUR);
}

/** Whether fans see the setlist: from the lock on, or from the moment the show goes live. */
export function isSealed({ status, date, lock }: Show, now: number): boolean {
  return status !== 'live' && status !== 'closed' && now < (lock ?? date - HOUR);
}

/** Figures count shows whose start has passed. */
export function hasStarted({ status, date }: Show, now: number): boolean {
  return status !== 'postponed' && status !== 'cancelled' && date <= now;
}

export function inOrder<T extends { position: number }>(rows: readonly T[]): T[] {
  return [...rows].sort((a, b) => a.position - b.position);
}
