import type { PlayedShow, PlayedSong, UpcomingShow } from './played-shows.ts';

interface TargetNight extends UpcomingShow {
  id: string;
  /** Number of played shows; defaults to all. */
  playedBefore?: number;
}

export interface TrainingData {
  played: readonly PlayedShow[];
  nights: readonly TargetNight[];
}

/** For sending to a thread: the songs of a show are one string. */
export interface PackedTrainingData {
  played: (UpcomingShow & { songs: string })[];
  nights: TargetNight[];
}

/** Suffix of a closer's id. */
export const CLOSER = '*';

export function unpackTrainingData({ played, nights }: PackedTrainingData): TrainingData {
  return { played: played.map((show) => ({ ...show, songs: unpackSongs(show.songs) })), nights };
}

function unpackSongs(text: string): PlayedSong[] {
  return text.split(' ').map((entry) => ({
    song: entry.replace(CLOSER, ''),
    isCloser: entry.endsWith(CLOSER),
  }));
}
