import { type SQL, sql } from 'drizzle-orm';

/** Checks lengths separately: `{22,}` in the pattern takes minutes for 100,000 fans. */
const passwordsAreStrong = sql`
  select users.id as user_id, substring(password from '^[^$]*\\$[^$]*\\$[^$]*\\$[^$]*') as parameters
  from users
  left join lateral regexp_match(
    password, '^\\$argon2id\\$v=19\\$m=(\\d+),t=(\\d+),p=(\\d+)\\$([A-Za-z0-9+/]+)\\$([A-Za-z0-9+/]+)$'
  ) cost on true
  where cost is null or cost[1]::int < 19456 or cost[2]::int < 2 or cost[3]::int < 1
    or length(cost[4]) < 22 or length(cost[5]) < 43`;

/** Allows two extra hours, because sign-ins delete expired rows at most once an hour. */
const sessionsExpireOnTime = sql`
  select id as session_id, user_id, created_at, last_seen_at
  from (select *, max(created_at) over () as latest from sessions) sessions
  where last_seen_at > created_at + interval '30 days'
    or least(created_at + interval '30 days', last_seen_at + interval '7 days')
      < latest - interval '2 hours'`;

const sessionsAreNewerThanPassword = sql`
  select sessions.id as session_id, users.id as user_id, sessions.created_at,
    users.password_changed_at
  from sessions join users on users.id = sessions.user_id
  where users.password_changed_at > users.created_at
    and sessions.created_at < users.password_changed_at`;

const atLeastOneAdministrator = sql`
  select 'none' as administrators where not exists (select from users where is_admin)
    and not exists (select from one_time_tokens where purpose = 'first-administrator')`;

const changesAreRecorded = sql`
  with recorded as (select id, action, subject_id, show_id, after from audit_log)
  select 'show' as what, id from shows
  where not exists (
    select from recorded where case when shows.import_key is null
      then action = 'show.create' and subject_id = shows.id
      else action in ('setup.initialize', 'setup.import') end
  )
  union all
  select 'song', id from songs
  where not exists (
    select from recorded where case when songs.import_key is null
      then action = 'song.create' and subject_id = songs.id
      else action in ('setup.initialize', 'setup.import') end
  )
  union all
  select 'status of show', id from shows
  where import_key is null and status <> coalesce((
    select after ->> 'status' from recorded
    -- A new date opens a show that was postponed.
    where action in ('show.status', 'show.update') and show_id = shows.id
    order by recorded.id desc limit 1
  ), 'open')
  union all
  select 'setlist row', played.id
  from live_setlist_songs played join shows on shows.id = played.show_id
  where shows.import_key is null and not exists (
    select from recorded where action = 'setlist.add' and subject_id = played.id
      or action = 'setlist.import' and show_id = shows.id
  )
  union all
  select 'scores of show', id from shows
  where scored_at is not null and not exists (
    select from recorded
    where show_id = shows.id and action in ('scores.calculate', 'show.status', 'setlist.import')
  )
  union all
  select 'administrator', id from users
  where is_admin and coalesce((
    select action from recorded
    where subject_id = users.id
      and action in ('user.promote', 'user.grant-admin', 'user.revoke-admin')
    order by recorded.id desc limit 1
  ), 'user.revoke-admin') = 'user.revoke-admin'`;

export const ACCOUNT_INVARIANT_QUERIES: Readonly<Record<string, SQL>> = {
  'passwords are argon2id, 19 MiB, 2 passes, 1 lane or stronger': passwordsAreStrong,
  'no session outlives its limits': sessionsExpireOnTime,
  'no session is older than the password': sessionsAreNewerThanPassword,
  'at least one administrator': atLeastOneAdministrator,
  'every change by an administrator has an audit record': changesAreRecorded,
};

/** A backup can violate these and still be intact. */
export const ACCESS_INVARIANTS: ReadonlySet<string> = new Set([
  'no session outlives its limits',
  'no session is older than the password',
  'at least one administrator',
]);
