import { sql } from 'drizzle-orm';
import { compareTitles } from '#contract/crowd.ts';
import { RECAP_ROWS } from '#contract/recaps.ts';
import { MIN_BUSTOUT_GAP, type TourRecap, type TourSong } from '#contract/tour-recaps.ts';
import type { Db } from '../db/open.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import { shows } from '../db/schema/shows.ts';
import { songs } from '../db/schema/songs.ts';
import { findCallers } from './callers.ts';
import { type TourNight, toRecapShow } from './tour-nights.ts';

/** Counts calls only on nights with a crowd, and each song once per night. */
export function compareTourSongs(nights: readonly TourNight[]): TourRecap['songs'] {
  const nightsWithCrowd = nights.filter(({ crowd }) => crowd.songs.length > 0);
  if (nightsWithCrowd.length === 0) return null;
  const counts = new Map<string, TourSong>();
  const count = (songId: string, title: string, calls: number, plays: number) => {
    const song = counts.get(songId) ?? { songId, title, calls: 0, plays: 0 };
    song.calls += calls;
    song.plays += plays;
    counts.set(songId, song);
  };
  for (const { crowd, setlist } of nights) {
    for (const { songId, title, calls } of crowd.songs) count(songId, title, calls, 0);
    const titles = new Map(setlist.map(({ song }) => [song.id, song.title]));
    for (const [songId, title] of titles) count(songId, title, 0, 1);
  }
  const rank = (key: 'calls' | 'plays') =>
    [...counts.values()]
      .filter((song) => song[key] > 0)
      .sort((a, b) => b[key] - a[key] || compareTitles(a.title, b.title))
      .slice(0, RECAP_ROWS);
  return {
    sheets: nightsWithCrowd.reduce((sum, { crowd }) => sum + crowd.sheets, 0),
    mostCalled: rank('calls'),
    mostPlayed: rank('plays'),
  };
}

/** Returns the called song with the longest gap, then the fewest calls. */
export async function findBustout(
  db: Db,
  nights: readonly TourNight[],
): Promise<TourRecap['bustout']> {
  const nightsById = new Map(nights.map((night) => [night.show.id, night]));
  const [best] = (await findGaps(db, [...nightsById.keys()]))
    .flatMap(({ showId, songId, gap }) => {
      const night = nightsById.get(showId);
      const song = night?.crowd.songs.find((candidate) => candidate.songId === songId);
      return night && song ? [{ night, song, gap }] : [];
    })
    .sort((a, b) => b.gap - a.gap || a.song.calls - b.song.calls);
  if (!best) return null;
  const { night, song, gap } = best;
  const { songId, title, calls } = song;
  return {
    ...{ songId, title, calls, gap, sheets: night.crowd.sheets },
    show: toRecapShow(night.show),
    callers: await findCallers(db, night.show.id, songId),
  };
}

/** A gap starts at the previous play or the imported last play, whichever is later. */
async function findGaps(db: Db, showIds: string[]) {
  const { rows } = await db.execute<{ show_id: string; song_id: string; gap: number }>(sql`
    with played as (
      select id, date, row_number() over (order by date, id) as number
      from ${shows}
      where status = 'closed'
        and exists (select from ${liveSetlistSongs} entry where entry.show_id = shows.id)
    ),
    plays as (
      select distinct entry.song_id, played.id as show_id, played.date, played.number
      from ${liveSetlistSongs} entry join played on played.id = entry.show_id
    ),
    numbered as (
      select *,
        lag(number) over by_song as previous_number,
        lag(date) over by_song as previous_date
      from plays
      window by_song as (partition by song_id order by number)
    ),
    gaps as (
      select show_id, song_id, case
        when song.imported_last_played < numbered.date
          and song.imported_last_played > coalesce(previous_date, '-infinity') then (
          select count(*) from played earlier
          where earlier.number < numbered.number and earlier.date > song.imported_last_played
        )
        when previous_number is not null then number - previous_number - 1
      end::int as gap
      from numbered join ${songs} song on song.id = song_id
      where show_id = any(${sql.param(`{${showIds.join()}}`)}::uuid[])
    )
    select * from gaps where gap >= ${MIN_BUSTOUT_GAP}`);
  return rows.map(({ show_id: showId, song_id: songId, gap }) => ({ showId, songId, gap }));
}
