import { indexSetlist, totalPoints } from '#contract/scoring.ts';
import { listDistinctSongs, type PlayedShow } from './played-shows.ts';
import type { Forecast } from './walk-forward.ts';

/** Averages over shows. Shares are from 0 to 1. */
export interface Evaluation {
  shows: number;
  /** Share of the 10 and 25 most likely songs that were played. */
  p10: number;
  p25: number;
  /** Share of the played songs that were among the 25 most likely ones. */
  r25: number;
  points: number;
  /** Share of the played songs that were among the 5 and 20 most likely to come next. */
  next5: number;
  next20: number;
  /** Expected calibration error of the 25 most likely songs. */
  ece: number;
}

const TOP_SONGS = 25;
const CALIBRATION_BINS = 10;

export function createEvaluator() {
  const sums = { p10: 0, p25: 0, r25: 0, points: 0, next5: 0, next20: 0 };
  const bins = Array.from({ length: CALIBRATION_BINS }, () => ({ predicted: 0, actual: 0 }));
  let [showCount, songCount, forecastCount] = [0, 0, 0];

  return {
    add({ songs: likelySongs, list, next }: Forecast, show: PlayedShow): void {
      const playedSongs = new Set(listDistinctSongs(show));
      const countHits = (limit: number) =>
        likelySongs.slice(0, limit).filter(({ song }) => playedSongs.has(song)).length;
      sums.p10 += countHits(10) / 10;
      sums.p25 += countHits(TOP_SONGS) / TOP_SONGS;
      sums.r25 += countHits(TOP_SONGS) / playedSongs.size;
      sums.points += scoreList(list, show);
      for (const { song, chance } of likelySongs.slice(0, TOP_SONGS)) {
        const bin = bins[Math.min(CALIBRATION_BINS - 1, Math.floor(chance * CALIBRATION_BINS))];
        if (!bin) continue;
        bin.predicted += chance;
        bin.actual += playedSongs.has(song) ? 1 : 0;
        forecastCount += 1;
      }
      const previousSongs: string[] = [];
      for (const { song } of show.songs) {
        const likelyNext = next(previousSongs).slice(0, 20);
        if (likelyNext.includes(song)) sums.next20 += 1;
        if (likelyNext.slice(0, 5).includes(song)) sums.next5 += 1;
        previousSongs.push(song);
      }
      songCount += show.songs.length;
      showCount += 1;
    },

    summary(): Evaluation {
      const { next5, next20, ...perShow } = sums;
      const totalError = bins.reduce(
        (sum, { predicted, actual }) => sum + Math.abs(predicted - actual),
        0,
      );
      return {
        shows: showCount,
        p10: divide(perShow.p10, showCount),
        p25: divide(perShow.p25, showCount),
        r25: divide(perShow.r25, showCount),
        points: divide(perShow.points, showCount),
        next5: divide(next5, songCount),
        next20: divide(next20, songCount),
        ece: divide(totalError, forecastCount),
      };
    },
  };
}

/** Returns 0 if the total is 0: a forecaster without history lists no songs. */
function divide(part: number, total: number): number {
  return total === 0 ? 0 : part / total;
}

function scoreList(list: readonly string[], { songs }: PlayedShow): number {
  const picks = list.map((songId, index) => ({ songId, position: index + 1 }));
  const rows = songs.map(({ song, isCloser }, index) => ({
    songId: song,
    position: index + 1,
    isCloser,
  }));
  return totalPoints(picks, indexSetlist(rows));
}
