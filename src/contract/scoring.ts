/** The points of each outcome. A pick gets only its best outcome. */
export const POINTS = {
  Opener: 41,
  Closer: 41,
  'Correct spot': 27,
  'Wrong spot': 10,
  'Not played': 0,
} as const;

export type Outcome = keyof typeof POINTS;

export interface SongPick {
  songId: string;
  /** Starts at 1, with gaps where songs were deleted. */
  position: number;
}

export interface PlayedRow {
  songId: string;
  position: number;
  isCloser: boolean;
}

export interface ScoredPick extends SongPick {
  outcome: Outcome;
  points: number;
}

export interface SetlistIndex {
  openerId: string | undefined;
  closerIds: ReadonlySet<string>;
  positionsBySong: ReadonlyMap<string, readonly number[]>;
}

/** `isFirst` and `isLast` ignore deleted picks. */
export interface PlacedPick extends SongPick {
  isFirst: boolean;
  isLast: boolean;
}

export function scorePicks(picks: readonly SongPick[], setlist: SetlistIndex): ScoredPick[] {
  return placePicks(picks).map((pick) => {
    const outcome = scoreOutcome(pick, setlist);
    return { songId: pick.songId, position: pick.position, outcome, points: POINTS[outcome] };
  });
}

export function totalPoints(picks: readonly SongPick[], setlist: SetlistIndex): number {
  return placePicks(picks).reduce((sum, pick) => sum + POINTS[scoreOutcome(pick, setlist)], 0);
}

/** Returns the outcomes that occur, in the order of `POINTS`. */
export function countOutcomes(
  picks: readonly Pick<ScoredPick, 'outcome'>[],
): { outcome: Outcome; count: number; pointsEach: number }[] {
  return Object.entries(POINTS).flatMap(([name, pointsEach]) => {
    const outcome = name as Outcome;
    const count = picks.filter((pick) => pick.outcome === outcome).length;
    return count > 0 ? [{ outcome, count, pointsEach }] : [];
  });
}

export function placePicks(picks: readonly SongPick[]): PlacedPick[] {
  const ends = findEnds(picks.map(({ position }) => position));
  return picks.map((pick) => placePick(pick, ends));
}

export interface Ends {
  first: number;
  last: number;
}

export function findEnds(positions: Iterable<number>): Ends {
  const ends = { first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY };
  for (const position of positions) {
    ends.first = Math.min(ends.first, position);
    ends.last = Math.max(ends.last, position);
  }
  return ends;
}

export function placePick({ songId, position }: SongPick, { first, last }: Ends): PlacedPick {
  return { songId, position, isFirst: position === first, isLast: position === last };
}

/** The only implementation of the scoring rules. */
export function scoreOutcome(pick: PlacedPick, setlist: SetlistIndex): Outcome {
  if (pick.isFirst && pick.songId === setlist.openerId) return 'Opener';
  if (pick.isLast && setlist.closerIds.has(pick.songId)) return 'Closer';
  const positions = setlist.positionsBySong.get(pick.songId);
  if (!positions) return 'Not played';
  return positions.includes(pick.position) ? 'Correct spot' : 'Wrong spot';
}

/** Rows may come in any order: the opener is the row with the lowest position. */
export function indexSetlist(rows: readonly PlayedRow[]): SetlistIndex {
  const closerIds = new Set<string>();
  const positionsBySong = new Map<string, number[]>();
  let opener: PlayedRow | undefined;
  for (const row of rows) {
    // Stryker disable next-line EqualityOperator: positions are unique.
    if (!opener || row.position < opener.position) opener = row;
    if (row.isCloser) closerIds.add(row.songId);
    const positions = positionsBySong.get(row.songId);
    if (positions) positions.push(row.position);
    else positionsBySong.set(row.songId, [row.position]);
  }
  return { openerId: opener?.songId, closerIds, positionsBySong };
}

/** Returns true for openers and closers, wherever they were played. */
export function isCorrectPosition(outcome: Outcome): boolean {
  return POINTS[outcome] >= POINTS['Correct spot'];
}
