import { indexSetlist, totalPoints } from '#contract/scoring.ts';
import { distinctSongs, type PlayedShow } from './played-shows.ts';
import type { Forecast } from './walk-forward.ts';

/** Averages over shows. Shares are from 0 to 1. */
export interface Evaluation {
  shows: number;
  /** Share of the 10 and 25 likeliest songs that were played. */
  p10: number;
  p25: number;
  /** Share of the played songs that were among the 25 likeliest. */
  r25: number;
  points: number;
  /** Share of the played songs that were among the 5 and 20 likeliest to come next. */
  next5: number;
  next20: number;
  /** Expected calibration error of the 25 likeliest songs. */
  ece: number;
}

const TOP_SONGS = 25;
const CALIBRATION_BINS = 10;

export function createEvaluation() {
  const sums = { p10: 0, p25: 0, r25: 0, points: 0, next5: 0, next20: 0 };
  const bins = Array.from({ length: CALIBRATION_BINS }, () => ({ predicted: 0, actual: 0 }));
  let [shows, songs, forecastCount] = [0, 0, 0];

  return {
    add({ songs: likelySongs, list, next }: Forecast, show: PlayedShow): void {
      const played = new Set(distinctSongs(show));
      const hits = (limit: number) =>
        likelySongs.slice(0, limit).filter(({ song }) => played.has(song)).length;
      sums.p10 += hits(10) / 10;
      sums.p25 += hits(TOP_SONGS) / TOP_SONGS;
      sums.r25 += hits(TOP_SONGS) / played.size;
      sums.points += scoreList(list, show);
      for (const { song, chance } of likelySongs.slice(0, TOP_SONGS)) {
        const bin = bins[Math.min(CALIBRATION_BINS - 1, Math.floor(chance * CALIBRATION_BINS))];
        if (!bin) continue;
        bin.predicted += chance;
        bin.actual += played.has(song) ? 1 : 0;
        forecastCount += 1;
      }
      const soFar: string[] = [];
      for (const { song } of show.songs) {
        const likeliest = next(soFar).slice(0, 20);
        if (likeliest.includes(song)) sums.next20 += 1;
        if (likeliest.slice(0, 5).includes(song)) sums.next5 += 1;
        soFar.push(song);
      }
      songs += show.songs.length;
      shows += 1;
    },

    summary(): Evaluation {
      const { next5, next20, ...perShow } = sums;
      const totalError = bins.reduce(
        (sum, { predicted, actual }) => sum + Math.abs(predicted - actual),
        0,
      );
      return {
        shows,
        p10: share(perShow.p10, shows),
        p25: share(perShow.p25, shows),
        r25: share(perShow.r25, shows),
        points: share(perShow.points, shows),
        next5: share(next5, songs),
        next20: share(next20, songs),
        ece: share(totalError, forecastCount),
      };
    },
  };
}

/** Returns 0 if the total is 0: a forecaster without history lists no songs. */
function share(part: number, total: number): number {
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
