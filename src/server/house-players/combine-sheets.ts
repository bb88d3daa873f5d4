import { MIN_TWENTY_SHEETS } from '#contract/house-players.ts';
import { MAX_PICKS } from '#contract/predictions.ts';

interface SongVotes {
  song: string;
  openerVotes: number;
  closerVotes: number;
  /** From 0 for the opener to 1 for the closer, one per sheet. */
  places: number[];
}

/**
 * Returns nothing for too few sheets. Ties go to the song on the earlier sheet. The opener and the
 * closer have the most votes; the others are ordered by median place.
 */
export function combineSheets(sheets: readonly (readonly string[])[]): string[] {
  if (sheets.length < MIN_TWENTY_SHEETS) return [];
  const songs = countVotes(sheets)
    .sort((a, b) => b.places.length - a.places.length)
    .slice(0, MAX_PICKS);
  const opener = takeHighest(songs, ({ openerVotes }) => openerVotes);
  const closer = takeHighest(songs, ({ closerVotes }) => closerVotes);
  const middle = songs
    .map(({ song, places }) => ({ song, place: findMedian(places) }))
    .sort((a, b) => a.place - b.place);
  return [opener, ...middle, closer].flatMap((entry) => entry?.song ?? []);
}

function countVotes(sheets: readonly (readonly string[])[]): SongVotes[] {
  const votes = new Map<string, SongVotes>();
  for (const sheet of sheets)
    for (const [index, song] of sheet.entries()) {
      const entry = votes.get(song) ?? { song, openerVotes: 0, closerVotes: 0, places: [] };
      votes.set(song, entry);
      const last = sheet.length - 1;
      if (index === 0) entry.openerVotes += 1;
      if (index === last) entry.closerVotes += 1;
      entry.places.push(index / Math.max(1, last));
    }
  return [...votes.values()];
}

function takeHighest(songs: SongVotes[], value: (votes: SongVotes) => number) {
  const highest = Math.max(...songs.map(value));
  return songs.splice(
    songs.findIndex((votes) => value(votes) === highest),
    1,
  )[0];
}

function findMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}
