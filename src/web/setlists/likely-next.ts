import type { SongChance } from '#contract/odds.ts';
import type { Song } from '#contract/songs.ts';

/**
 * The songs by how likely each is to be next: first by their odds, as far as these are learnt; the rest,
 * or all of them where nobody knows, by what is played often and lately and mostly comes at about this
 * place. What was played tonight comes last. `position` is that of the next song.
 */
export function likelyNext(
  songs: readonly Song[],
  at: { played: ReadonlySet<string>; position: number; odds: readonly SongChance[] },
): Song[] {
  const chances = new Map(at.odds.map(({ songId, chance }) => [songId, chance]));
  const weightOf = (song: Song) => {
    if (at.played.has(song.id)) return [-1, 0];
    const chance = chances.get(song.id);
    return chance === undefined ? [0, guess(song, at.position)] : [1, chance];
  };
  return songs
    .map((song) => ({ song, weight: weightOf(song) }))
    .sort(({ weight: [a = 0, b = 0] }, { weight: [c = 0, d = 0] }) => c - a || d - b)
    .map(({ song }) => song);
}

function guess({ timesPlayed, gap, averagePosition }: Song, position: number): number {
  if (gap === null) return 0;
  const away = averagePosition === null ? A_SET : Math.abs(Number(averagePosition) - position);
  return (timesPlayed / (gap + A_ROUND)) * Math.exp(-away / A_SET);
}

/** A song in rotation comes round in some seven shows. */
const A_ROUND = 7;
/** So many songs from its usual place a song is a third as likely. */
const A_SET = 8;
