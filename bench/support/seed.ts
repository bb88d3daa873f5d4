import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';

const SONG_COUNT = 207;
const PICK_COUNT = 20;
const SETLIST_ROW_COUNT = 22;

export async function seedFans(db: Db, count: number): Promise<void> {
  await db.execute(sql`
    insert into users (email, email_key, username, username_key, password)
    select name || '@example.com', name || '@example.com', name, name, 'none'
    from (select 'fan' || n as name from generate_series(1, ${count}::int) n) named`);
}

/** Inserts an unscored show with a full setlist and a prediction by every fan. Returns its ID. */
export async function seedScoredShow(
  db: Db,
  status: 'live' | 'closed' = 'closed',
): Promise<string> {
  await db.execute(sql`
    insert into songs (title) select 'Song ' || n from generate_series(1, ${SONG_COUNT}::int) n
    on conflict do nothing`);
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into shows (name, city, date, time_zone, status)
    values ('The Bench', 'Duluth', now() - interval '1 day', 'America/Chicago', ${status})
    returning id`);
  const showId = rows[0]?.id;
  if (!showId) throw new Error('The show was not created');
  await db.execute(sql`
    insert into live_setlist_songs (show_id, song_id, position, is_closer)
    select ${showId}, id, n, n in (15, ${SETLIST_ROW_COUNT}::int)
    from (select id, row_number() over (order by md5(title))::int as n from songs) shuffled
    where n <= ${SETLIST_ROW_COUNT}::int`);
  await db.execute(sql`
    insert into predictions (user_id, show_id) select id, ${showId} from users`);
  // Each fan picks twenty different songs, because the step has no factor in common with 207.
  await db.transaction(async (tx) => {
    // Skips the foreign key checks of two million valid rows, which would take most of the time.
    // The rows are ordered, because indexes that grow in random order would take as long.
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`
      insert into prediction_songs (prediction_id, song_id, position)
      select picker.id, picked.id, place
      from (select id, abs(hashtext(id::text)) as seed from predictions where show_id = ${showId}) picker
      cross join generate_series(1, ${PICK_COUNT}::int) place
      join (select id, row_number() over (order by title) - 1 as number from songs) picked
        on picked.number = (picker.seed + place * (array[1, 2, 4, 5, 7, 8, 10])[1 + picker.seed % 7]) % ${SONG_COUNT}::int
      order by picker.id`);
  });
  await db.execute(sql`vacuum analyze`);
  return showId;
}
