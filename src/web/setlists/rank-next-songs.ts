import type { SongChance } from '#contract/odds.ts';
import { rotationWeight, type Song } from '#contract/songs.ts';

/** Ranks songs with odds first and songs played tonight last. `position` is the next song's. */
export function rankNextSongs(
  songs: readonly Song[],
  context: { playedIds: ReadonlySet<string>; position: number; odds: readonly SongChance[] },
): Song[] {
  const chances = new Map(context.odds.map(({ songId, chance }) => [songId, chance]));
  const rankSong = (song: Song) => {
    if (context.playedIds.has(song.id)) return [-1, 0];
    const chance = chances.get(song.id);
    return chance === undefined ? [0, estimateWeight(song, context.position)] : [1, chance];
  };
  return songs
    .map((song) => ({ song, rank: rankSong(song) }))
    .sort(({ rank: [a = 0, b = 0] }, { rank: [c = 0, d = 0] }) => c - a || d - b)
    .map(({ song }) => song);
}

function estimateWeight({ timesPlayed, gap, averagePosition }: Song, position: number): number {
  if (gap === null) return 0;
  const distance =
    averagePosition === null ? POSITION_SCALE : Math.abs(Number(averagePosition) - position);
  return rotationWeight({ timesPlayed, gap }) * Math.exp(-distance / POSITION_SCALE);
}

/** At this distance from its usual position, a song is a third as likely. */
const POSITION_SCALE = 8;
