import type { PredictionSong } from '#contract/predictions.ts';
import { scoredPicks } from '#contract/scorecard.ts';
import { isCorrectPosition, type Outcome, type ScoredPick } from '#contract/scoring.ts';
import type { SetlistEntry } from '#contract/setlists.ts';

/** 'elsewhere' is a song played at another position than predicted. */
export type Fate = 'exact' | 'elsewhere' | 'missed';

export interface PickCell {
  title: string;
  outcome: Outcome;
  fate: Fate;
  /** Position of the play that earned the points. */
  playedAt: number | null;
}

export interface PlayedCell {
  title: string;
  isCloser: boolean;
  /** The outcome of the pick that scored with this row. */
  fate: Exclude<Fate, 'missed'> | null;
}

export interface PlaceRow {
  position: number;
  pick: PickCell | null;
  played: PlayedCell | null;
}

export interface SideBySideRows {
  places: PlaceRow[];
  /** `exactCount` counts 'exact' picks, `elsewhereCount` counts 'elsewhere'. */
  exactCount: number;
  elsewhereCount: number;
}

/** A pick marks exactly one played row. */
export function sideBySideRows(
  picks: readonly PredictionSong[],
  setlist: readonly SetlistEntry[],
): SideBySideRows {
  const titles = new Map(picks.map(({ id, title }) => [id, title]));
  const rows = setlist.toSorted((a, b) => a.position - b.position);
  const pickCells = new Map<number, PickCell>();
  const fateAt = new Map<number, 'exact' | 'elsewhere'>();
  for (const pick of scoredPicks(picks, rows)) {
    const fate = fateOf(pick.outcome);
    const playedAt = earningRow(pick, rows)?.position ?? null;
    if (playedAt !== null && fate !== 'missed') fateAt.set(playedAt, fate);
    const { outcome, songId } = pick;
    pickCells.set(pick.position, { title: titles.get(songId) ?? '', outcome, fate, playedAt });
  }
  const playedCells = new Map<number, PlayedCell>(
    rows.map(({ position, song, isCloser }) => [
      position,
      { title: song.title, isCloser, fate: fateAt.get(position) ?? null },
    ]),
  );
  return {
    places: [...new Set([...pickCells.keys(), ...playedCells.keys()])]
      .sort((a, b) => a - b)
      .map((position) => ({
        position,
        pick: pickCells.get(position) ?? null,
        played: playedCells.get(position) ?? null,
      })),
    exactCount: countFate(pickCells, 'exact'),
    elsewhereCount: countFate(pickCells, 'elsewhere'),
  };
}

function fateOf(outcome: Outcome): Fate {
  if (outcome === 'Not played') return 'missed';
  return isCorrectPosition(outcome) ? 'exact' : 'elsewhere';
}

/** A song may be played twice, but only one play earns the points. */
function earningRow(
  { songId, position, outcome }: ScoredPick,
  rows: readonly SetlistEntry[],
): SetlistEntry | undefined {
  const songRows = rows.filter((row) => row.songId === songId);
  if (outcome === 'Closer') return songRows.find(({ isCloser }) => isCloser);
  if (outcome === 'Correct spot') return songRows.find((row) => row.position === position);
  return songRows[0];
}

function countFate(cells: ReadonlyMap<number, PickCell>, fate: Fate): number {
  return [...cells.values()].filter((cell) => cell.fate === fate).length;
}
