import { computeReachablePoints, computeReachableRank } from '#contract/reachable-points.ts';
import type { PlayedRow, SongPick } from '#contract/scoring.ts';
import { listSongSwings } from '#contract/song-swings.ts';
import { compareWithTarget, type Finding, median } from './support/compare.ts';

const PICK_COUNT = 24;
const PLAYED_COUNT = 8;
const BOARD_ROWS = 500;
const ROUNDS = 50;
const TARGET_MS = 10;

/** Measures the CPU time (in ms) of the 'What you need now' panel after a song, with 500 fans. */
export async function measureReachablePoints(): Promise<Finding> {
  const [fan, rival] = [pickSongs(0), pickSongs(9)];
  const rows: PlayedRow[] = pickSongs(5)
    .slice(0, PLAYED_COUNT)
    .map((pick) => ({ ...pick, isCloser: false }));
  const board = Array.from({ length: BOARD_ROWS }, (_, n) => ({
    userId: `fan ${n}`,
    totalPoints: 2 * (BOARD_ROWS - n),
  }));
  const times = Array.from({ length: ROUNDS }, () => {
    const start = process.cpuUsage();
    const points = computeReachablePoints(fan, rows);
    computeReachableRank(points, 'fan 400', { rows: board, total: 10 * BOARD_ROWS });
    listSongSwings(fan, rival, rows);
    listSongSwings(rival, fan, rows);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  const product = median(times);
  return compareWithTarget({
    benchmark: 'reachable-points',
    unit: 'ms',
    product,
    target: TARGET_MS,
  });
}

/** Sheets with different offsets share about half of their songs. */
function pickSongs(offset: number): SongPick[] {
  return Array.from({ length: PICK_COUNT }, (_, n) => ({
    songId: `song ${offset + n}`,
    position: n + 1,
  }));
}
