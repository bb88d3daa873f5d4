import type { PlayedShow, PlayedSong, UpcomingShow } from './played-shows.ts';

/** A night whose odds are asked for. */
interface AskedNight extends UpcomingShow {
  id: string;
  /** It goes by so many of the first shows that were played; by all, where nothing is said. */
  playedBefore?: number;
}

/** Everything that was played, in order, and the nights whose odds are asked for. */
export interface TrainingData {
  played: readonly PlayedShow[];
  nights: readonly AskedNight[];
}

/** The same as a thread is handed it: the songs of a show in one text. */
export interface PackedTrainingData {
  played: (UpcomingShow & { songs: string })[];
  nights: AskedNight[];
}

/** Stands behind a closer's id; between two songs there is a blank. */
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
