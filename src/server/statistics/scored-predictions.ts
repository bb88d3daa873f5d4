import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import {
  indexSetlist,
  type PlayedRow,
  type ScoredPick,
  type SongPick,
  scorePicks,
} from '#contract/scoring.ts';
import type { Db } from '../db/open.ts';
import { predictionSongs, predictions } from '../db/schema/predictions.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import { shows } from '../db/schema/shows.ts';
import { songs } from '../db/schema/songs.ts';

export type ScoredPrediction = Awaited<ReturnType<typeof listScoredPredictions>>[number];

/** Sorts by show. Scores the picks again, because only points are stored. */
export async function listScoredPredictions(db: Db, userId: string, showId?: string) {
  const rows = await findScoredRows(db, userId, showId);
  return rows.map(({ predictionId, picks, setlist, show }) => {
    const titles = new Map(picks.map(({ songId, title }) => [songId, title]));
    return {
      predictionId,
      show: { ...show, date: show.date.toISOString() },
      picks: scorePicks(picks, indexSetlist(setlist)).map(
        (pick): ScoredPick & { title: string } => ({
          ...pick,
          title: titles.get(pick.songId) ?? '',
        }),
      ),
    };
  });
}

function findScoredRows(db: Db, userId: string, showId: string | undefined) {
  const { id, name, city, state, country, date, timeZone, tourName } = shows;
  return db
    .select({
      predictionId: predictions.id,
      show: { id, name, city, state, country, date, timeZone, tourName },
      picks: picksJson,
      setlist: setlistJson,
    })
    .from(predictions)
    .innerJoin(shows, eq(shows.id, predictions.showId))
    .where(
      and(
        eq(predictions.userId, userId),
        isNotNull(predictions.points),
        showId === undefined ? undefined : eq(predictions.showId, showId),
      ),
    )
    .orderBy(asc(shows.date), asc(shows.id));
}

const picksJson = sql<(SongPick & { title: string })[]>`(
  select coalesce(
    json_agg(json_build_object('songId', song.id, 'title', song.title, 'position', pick.position)),
    '[]'
  )
  from ${predictionSongs} pick join ${songs} song on song.id = pick.song_id
  where pick.prediction_id = ${predictions.id}
)`;

const setlistJson = sql<PlayedRow[]>`(
  select coalesce(
    json_agg(json_build_object(
      'songId', played.song_id, 'position', played.position, 'isCloser', played.is_closer
    )),
    '[]'
  )
  from ${liveSetlistSongs} played where played.show_id = ${predictions.showId}
)`;
