import type { PlayedShow, PlayedSong, UpcomingShow } from './played-shows.ts';

interface TargetShow extends UpcomingShow {
  id: string;
  /** The number of shows played before this one. Defaults to all of them. */
  playedBefore?: number;
}

export interface TrainingData {
  played: readonly PlayedShow[];
  targets: readonly TargetShow[];
}

/** Each show's songs are one string, which clones faster. */
export interface PackedTrainingData {
  played: (UpcomingShow & { songs: string })[];
  targets: TargetShow[];
}

/** Suffix of a closer's ID. */
export const CLOSER = '*';

export function unpackTrainingData({ played, targets }: PackedTrainingData): TrainingData {
  return { played: played.map((show) => ({ ...show, songs: unpackSongs(show.songs) })), targets };
}

function unpackSongs(text: string): PlayedSong[] {
  return text.split(' ').map((entry) => ({
    song: entry.replace(CLOSER, ''),
    isCloser: entry.endsWith(CLOSER),
  }));
}
