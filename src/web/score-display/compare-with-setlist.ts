import type { PredictionSong } from '#contract/predictions.ts';
import { scoredPicks } from '#contract/scorecard.ts';
import { isCorrectPosition, type Outcome, type ScoredPick } from '#contract/scoring.ts';
import type { SetlistEntry } from '#contract/setlists.ts';

/** 'elsewhere': the song was played, but not at the predicted position. */
export type PickResult = 'exact' | 'elsewhere' | 'missed';

export interface PickCell {
  title: string;
  outcome: Outcome;
  result: PickResult;
  playedAt: number | null;
}

export interface PlayedCell {
  title: string;
  isCloser: boolean;
  result: Exclude<PickResult, 'missed'> | null;
}

interface SideBySideRow {
  position: number;
  pick: PickCell | null;
  played: PlayedCell | null;
}

export interface Comparison {
  rows: SideBySideRow[];
  exactCount: number;
  elsewhereCount: number;
}

/** A pick marks exactly one played row. */
export function compareWithSetlist(
  picks: readonly PredictionSong[],
  setlist: readonly SetlistEntry[],
): Comparison {
  const titles = new Map(picks.map(({ id, title }) => [id, title]));
  const setlistRows = setlist.toSorted((a, b) => a.position - b.position);
  const pickCells = new Map<number, PickCell>();
  const resultByPosition = new Map<number, 'exact' | 'elsewhere'>();
  for (const pick of scoredPicks(picks, setlistRows)) {
    const result = toResult(pick.outcome);
    const playedAt = findScoringRow(pick, setlistRows)?.position ?? null;
    if (playedAt !== null && result !== 'missed') resultByPosition.set(playedAt, result);
    const { outcome, songId } = pick;
    pickCells.set(pick.position, { title: titles.get(songId) ?? '', outcome, result, playedAt });
  }
  const playedCells = new Map<number, PlayedCell>(
    setlistRows.map(({ position, song, isCloser }) => [
      position,
      { title: song.title, isCloser, result: resultByPosition.get(position) ?? null },
    ]),
  );
  return {
    rows: [...new Set([...pickCells.keys(), ...playedCells.keys()])]
      .sort((a, b) => a - b)
      .map((position) => ({
        position,
        pick: pickCells.get(position) ?? null,
        played: playedCells.get(position) ?? null,
      })),
    exactCount: countResult(pickCells, 'exact'),
    elsewhereCount: countResult(pickCells, 'elsewhere'),
  };
}

export function mapOutcomesByPosition(picks: Iterable<PickCell>): ReadonlyMap<number, Outcome> {
  const outcomes = new Map<number, Outcome>();
  for (const { playedAt, outcome } of picks) if (playedAt !== null) outcomes.set(playedAt, outcome);
  return outcomes;
}

function toResult(outcome: Outcome): PickResult {
  if (outcome === 'Not played') return 'missed';
  return isCorrectPosition(outcome) ? 'exact' : 'elsewhere';
}

/** A song may be played twice, but only one play earns the points. */
function findScoringRow(
  { songId, position, outcome }: ScoredPick,
  rows: readonly SetlistEntry[],
): SetlistEntry | undefined {
  const songRows = rows.filter((row) => row.songId === songId);
  if (outcome === 'Closer') return songRows.find(({ isCloser }) => isCloser);
  if (outcome === 'Correct spot') return songRows.find((row) => row.position === position);
  return songRows[0];
}

function countResult(cells: ReadonlyMap<number, PickCell>, result: PickResult): number {
  return [...cells.values()].filter((cell) => cell.result === result).length;
}
