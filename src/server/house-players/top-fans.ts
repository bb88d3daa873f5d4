import { sql } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { predictionSongs, predictions } from '../db/schema/predictions.ts';
import { shows } from '../db/schema/shows.ts';
import type { Tx } from '../db/transaction.ts';

const TOP_FANS = 20;
/** The latest scored shows that count. Fans need predictions for `MIN_RECORD_SHOWS` of them. */
const RECORD_SHOWS = 20;
const MIN_RECORD_SHOWS = 5;

/**
 * Sorts by record; ties go to the fan with more shows, then to the older account. Excludes private
 * sheets.
 */
export async function findTopFans(db: Db, showId: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with scored as (
      select id from ${shows}
      where scored_at is not null and date < (select date from ${shows} where id = ${showId})
      order by ${shows.date} desc, id desc
      limit ${RECORD_SHOWS}
    ), records as (
      select user_id, avg(points) as average, count(*) as games
      from ${predictions} join scored on scored.id = show_id
      where points is not null
      group by user_id
      having count(*) >= ${MIN_RECORD_SHOWS}
    )
    select fan.id
    from records join ${users} fan on fan.id = user_id
    where not fan.has_private_sheets
    order by average desc, games desc, fan.created_at, fan.id
    limit ${TOP_FANS}`);
  return rows.map(({ id }) => id);
}

/** Skips 'Surprise me' lists. Call it after predictions lock, with the show's row locked. */
export async function readVotingSheets(
  tx: Tx,
  showId: string,
  fanIds: readonly string[],
): Promise<string[][]> {
  const ids = sql`${sql.param(`{${fanIds.join()}}`)}::uuid[]`;
  const { rows } = await tx.execute<{ songIds: string[] }>(sql`
    select array_agg(pick.song_id order by pick.position) as "songIds"
    from ${predictions} sheet
    join ${predictionSongs} pick on pick.prediction_id = sheet.id
    where sheet.show_id = ${showId}
      and sheet.user_id = any(${ids})
      and not sheet.is_surprise
    group by sheet.id
    order by array_position(${ids}, sheet.user_id)`);
  return rows.map(({ songIds }) => songIds);
}
