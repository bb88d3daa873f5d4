import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';

const SONGS = 207;
const PICKS = 20;
const SETLIST_ROWS = 22;

/** So many accounts that nobody can sign in to. */
export async function seedFans(db: Db, count: number): Promise<void> {
  await db.execute(sql`
    insert into users (email, email_key, username, username_key, password)
    select name || '@example.com', name || '@example.com', name, name, 'none'
    from (select 'fan' || n as name from generate_series(1, ${count}::int) n) named`);
}

/** A closed show with a full setlist, predicted by everyone and not scored yet; returns its id. */
export async function seedScoredShow(db: Db): Promise<string> {
  await db.execute(sql`
    insert into songs (title) select 'Song ' || n from generate_series(1, ${SONGS}::int) n
    on conflict do nothing`);
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into shows (name, city, date, time_zone, status)
    values ('The Bench', 'Duluth', now() - interval '1 day', 'America/Chicago', 'closed')
    returning id`);
  const showId = rows[0]?.id;
  if (!showId) throw new Error('The show was not made');
  await db.execute(sql`
    insert into live_setlist_songs (show_id, song_id, position, is_closer)
    select ${showId}, id, n, n in (15, ${SETLIST_ROWS}::int)
    from (select id, row_number() over (order by md5(title))::int as n from songs) shuffled
    where n <= ${SETLIST_ROWS}::int`);
  await db.execute(sql`
    insert into predictions (user_id, show_id) select id, ${showId} from users`);
  await db.execute(sql`
    insert into prediction_songs (prediction_id, song_id, position)
    select predictions.id, picked.id, picked.position
    from predictions cross join lateral (
      select id, row_number() over (order by md5(predictions.id::text || title))::int as position
      from songs
    ) picked
    where predictions.show_id = ${showId} and picked.position <= ${PICKS}::int`);
  await db.execute(sql`vacuum analyze`);
  return showId;
}
