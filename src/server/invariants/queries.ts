import { type SQL, sql } from 'drizzle-orm';
import { MIN_SETLISTS } from '#contract/house-players.ts';

const onePredictionPerUserAndShow = sql`
  select user_id, show_id, count(*)::int as predictions
  from predictions group by user_id, show_id having count(*) > 1`;

const oneSongAndOnePositionPerPrediction = sql`
  select prediction_id, 'song' as what, song_id::text as twice
  from prediction_songs group by prediction_id, song_id having count(*) > 1
  union all
  select prediction_id, 'position', position::text
  from prediction_songs group by prediction_id, position having count(*) > 1`;

const oneRowPerShowAndPosition = sql`
  select show_id, position from live_setlist_songs group by show_id, position having count(*) > 1`;

/**
 * Deleted songs leave gaps, which the audit log records. For a song with thousands of picks, the
 * log has only their number, so up to that many predictions may have a gap.
 */
const predictionsHaveNoGaps = sql`
  with deleted as (
    select (pick ->> 'predictionId')::uuid as prediction_id, (pick ->> 'position')::int as position
    from audit_log, jsonb_array_elements(
      case jsonb_typeof(before -> 'picks') when 'array' then before -> 'picks' else '[]' end
    ) pick
    where action = 'song.delete'
  ),
  unnamed as (
    select coalesce(sum((before -> 'picks')::int), 0) as picks from audit_log
    where action = 'song.delete' and jsonb_typeof(before -> 'picks') = 'number'
  ),
  counted as (
    select predictions.id as counted_id, count(picks.id) as picks,
      coalesce(max(picks.position), 0) as last
    from predictions left join prediction_songs picks on picks.prediction_id = predictions.id
    group by predictions.id
  )
  select counted_id as prediction_id, picks::int, last
  from counted
  where picks > 24 or last > 24
    or (picks = 0 and not exists (select from deleted where prediction_id = counted_id))
    or (picks < last and exists (
      select from generate_series(1, last) expected (position)
      where not exists (
          select from prediction_songs picks
          where picks.prediction_id = counted_id and picks.position = expected.position
        )
        and not exists (
          select from deleted where prediction_id = counted_id and deleted.position = expected.position
        )
    ))
  order by picks > 24 or last > 24 offset (select picks from unnamed)`;

/** Deleted and unknown songs leave gaps, which later changes can move, so gaps are only counted. */
const setlistsHaveNoGaps = sql`
  with deleted as (
    select (entry ->> 'showId')::uuid as show_id, count(*) as rows
    from audit_log, jsonb_array_elements(before -> 'setlistSongs') entry
    where action = 'song.delete' group by 1
  ),
  unknown as (
    select show_id, max(places) as rows from (
      select show_id, unknown_songs as places from imported_shows
      union all
      select (entry ->> 'showId')::uuid, (entry ->> 'places')::int
      from audit_log, jsonb_array_elements(after -> 'emptyPlaces') entry
      where action in ('setup.initialize', 'setup.import')
    ) gaps group by 1
  )
  select played.show_id, max(played.position) as last, count(*)::int as rows
  from live_setlist_songs played
  left join deleted on deleted.show_id = played.show_id
  left join unknown on unknown.show_id = played.show_id
  group by played.show_id, deleted.rows, unknown.rows
  having max(played.position) - count(*) > coalesce(deleted.rows, 0) + coalesce(unknown.rows, 0)
    or min(played.position) < 1`;

const noPointsUnlessPlayed = sql`
  select predictions.id as prediction_id, shows.id as show_id, predictions.points
  from predictions join shows on shows.id = predictions.show_id
  where shows.status not in ('live', 'closed')
    and (predictions.points is not null or shows.scored_at is not null)`;

const allScoredOrNone = sql`
  select shows.id as show_id, shows.scored_at, count(*)::int as predictions,
    count(predictions.points)::int as scored
  from shows join predictions on predictions.show_id = shows.id
  group by shows.id
  having count(predictions.points) <> case when shows.scored_at is null then 0 else count(*) end`;

const totalsAreSums = sql`
  select users.id as user_id, users.total_points, sums.points, users.games_played, sums.games,
    users.average_score, sums.average
  from users
  left join lateral (
    select coalesce(sum(points), 0)::int as points, count(points)::int as games,
      coalesce(round(avg(points), 2), 0) as average
    from predictions where user_id = users.id
  ) sums on true
  where (users.total_points, users.games_played, users.average_score)
    is distinct from (sums.points, sums.games, sums.average)`;

const housePlayersHaveEnoughSetlists = sql`
  select show_id, player, position, learnt_from
  from house_picks join house_nights using (show_id)
  where learnt_from < ${sql.raw(`${MIN_SETLISTS}`)}`;

const threadsCountTheirPosts = sql`
  select threads.id as thread_id, threads.reply_count, posts.replies, threads.last_activity_at,
    posts.latest
  from forum_threads threads
  left join lateral (
    select greatest(count(*) - (case when threads.show_id is null then 1 else 0 end), 0)::int
      as replies, max(created_at) as latest
    from forum_posts where thread_id = threads.id
  ) posts on true
  where threads.reply_count <> posts.replies
    or threads.last_activity_at <> coalesce(posts.latest, threads.created_at)`;

const ownersAreMembers = sql`
  select id as league_id, owner_id from leagues
  where not exists (
    select from league_members members
    where members.league_id = leagues.id and members.user_id = leagues.owner_id
  )`;

const noOrphans = sql.join(
  [
    ['prediction_songs', 'prediction_id', 'predictions'],
    ['prediction_songs', 'song_id', 'songs'],
    ['predictions', 'user_id', 'users'],
    ['predictions', 'show_id', 'shows'],
    ['live_setlist_songs', 'show_id', 'shows'],
    ['live_setlist_songs', 'song_id', 'songs'],
    ['sessions', 'user_id', 'users'],
    ['passkeys', 'user_id', 'users'],
    ['forum_threads', 'author_id', 'users'],
    ['forum_posts', 'author_id', 'users'],
    ['forum_posts', 'thread_id', 'forum_threads'],
    ['league_posts', 'author_id', 'users'],
    ['league_posts', 'league_id', 'leagues'],
    ['audit_log', 'actor_id', 'users'],
  ].map(([child, column, parent]) =>
    sql.raw(`
      select '${child}' as orphan, child.id::text, '${column}' as without
      from ${child} child
      where child.${column} is not null
        and not exists (select from ${parent} parent where parent.id = child.${column})`),
  ),
  sql` union all `,
);

/** Each query selects violating rows. `check.ts` has the invariants that SQL can't express. */
export const INVARIANT_QUERIES: Readonly<Record<string, SQL>> = {
  'one prediction per user and show': onePredictionPerUserAndShow,
  'one song and one position per prediction': oneSongAndOnePositionPerPrediction,
  'one row per show and position': oneRowPerShowAndPosition,
  'each prediction has 1 to 24 songs without gaps, except for recorded song deletions':
    predictionsHaveNoGaps,
  'setlist positions have no gaps, except for recorded song deletions and unknown songs':
    setlistsHaveNoGaps,
  'no orphans': noOrphans,
  'no points on a show that is neither live nor closed': noPointsUnlessPlayed,
  "all of a show's predictions have points, or none": allScoredOrNone,
  "users' totals, games and averages match their scored predictions": totalsAreSums,
  'house players learn from enough earlier shows': housePlayersHaveEnoughSetlists,
  "a thread's reply count and latest activity match its posts": threadsCountTheirPosts,
  "a league's owner is one of its members": ownersAreMembers,
};
