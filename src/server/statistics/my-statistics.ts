import { and, eq, isNotNull, sql } from 'drizzle-orm';
import {
  indexSetlist,
  isCorrectPosition,
  type PlayedRow,
  type SongPick,
  scorePicks,
} from '#contract/scoring.ts';
import { MAX_CALLS, type MyStatistics, type SongCalls } from '#contract/statistics.ts';
import type { Db } from '../db/open.ts';
import { predictionSongs, predictions } from '../db/schema/predictions.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import { songs } from '../db/schema/songs.ts';

/** Scores the fan's predictions again, because only their points are stored. */
export async function findMyStatistics(db: Db, userId: string): Promise<MyStatistics> {
  const nights = await findScoredNights(db, userId);
  const calls = new Map<string, SongCalls>();
  const hits = { opener: 0, closer: 0, exact: 0, any: 0 };
  let pickCount = 0;
  for (const { picks, setlist } of nights) {
    const titles = new Map(picks.map(({ songId, title }) => [songId, title]));
    for (const { songId, outcome, points } of scorePicks(picks, indexSetlist(setlist))) {
      const isHit = outcome !== 'Not played';
      pickCount += 1;
      if (outcome === 'Opener') hits.opener += 1;
      if (outcome === 'Closer') hits.closer += 1;
      if (isCorrectPosition(outcome)) hits.exact += 1;
      if (isHit) hits.any += 1;
      const song = calls.get(songId) ?? createCalls(songId, titles.get(songId) ?? '');
      song.picks += 1;
      song.hits += isHit ? 1 : 0;
      song.points += points;
      calls.set(songId, song);
    }
  }
  return {
    opener: { hits: hits.opener, of: nights.length },
    closer: { hits: hits.closer, of: nights.length },
    exact: { hits: hits.exact, of: pickCount },
    any: { hits: hits.any, of: pickCount },
    ...rankCalls([...calls.values()]),
  };
}

function createCalls(id: string, title: string): SongCalls {
  return { id, title, picks: 0, hits: 0, points: 0 };
}

function rankCalls(calls: readonly SongCalls[]): Pick<MyStatistics, 'bestCalls' | 'worstCalls'> {
  const misses = ({ picks, hits }: SongCalls) => picks - hits;
  const byTitle = (a: SongCalls, b: SongCalls) => (a.title < b.title ? -1 : 1);
  const bestCalls = calls
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points || a.picks - b.picks || byTitle(a, b));
  const worstCalls = calls
    .filter((song) => misses(song) > song.hits)
    .sort((a, b) => misses(b) - misses(a) || a.points - b.points || byTitle(a, b));
  return { bestCalls: bestCalls.slice(0, MAX_CALLS), worstCalls: worstCalls.slice(0, MAX_CALLS) };
}

function findScoredNights(db: Db, userId: string) {
  return db
    .select({ picks: picksJson, setlist: setlistJson })
    .from(predictions)
    .where(and(eq(predictions.userId, userId), isNotNull(predictions.points)));
}

const picksJson = sql<(SongPick & { title: string })[]>`(
  select coalesce(
    json_agg(json_build_object('songId', song.id, 'title', song.title, 'position', pick.position)),
    '[]'
  )
  from ${predictionSongs} pick join ${songs} song on song.id = pick.song_id
  where pick.prediction_id = predictions.id
)`;

const setlistJson = sql<PlayedRow[]>`(
  select coalesce(
    json_agg(json_build_object(
      'songId', played.song_id, 'position', played.position, 'isCloser', played.is_closer
    )),
    '[]'
  )
  from ${liveSetlistSongs} played where played.show_id = predictions.show_id
)`;
