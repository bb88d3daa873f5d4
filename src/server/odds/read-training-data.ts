import { sql } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import { shows } from '../db/schema/shows.ts';
import { CLOSER, type PackedTrainingData } from './model/training-data.ts';

/** Live shows first, then the nearest open ones. */
const MAX_NIGHTS = 40;

/** Excludes the songs of a live show, so a show changes it once, when it closes. */
export async function readTrainingDataVersion(db: Db): Promise<string> {
  const { rows } = await db.execute<{ name: string | null }>(sql`
    select md5(string_agg(concat_ws(' ', id,
      case when status = 'closed' then version end, status in ('open', 'live'), details_version, plays),
      ',' order by id)) as name
    from ${shows} left join (
      select show_id, count(*) as plays from ${liveSetlistSongs} group by show_id
    ) its on show_id = id and status = 'closed'`);
  return rows[0]?.name ?? '';
}

export async function readTrainingData(db: Db, now: number): Promise<PackedTrainingData> {
  const reference = sql`${new Date(now).toISOString()}::timestamptz`;
  const { rows: nights } = await db.execute<Row<'nights'> & Timed>(sql`
    select ${NIGHT}, ${BEGINS}
    from ${shows}
    where status in ('live', 'open')
    order by status = 'live' desc, ${shows.date} < ${reference} - interval '1 day',
      abs(extract(epoch from ${shows.date} - ${reference})), id
    limit ${sql.raw(`${MAX_NIGHTS}`)}`);
  const played = await readPlayed(db);
  const countBefore = (begins: number) => played.filter((show) => show.begins < begins).length;
  return {
    played,
    nights: nights.map((night) => ({ ...night, playedBefore: countBefore(night.begins) })),
  };
}

export async function readTrainingDataBefore(db: Db, showId: string): Promise<PackedTrainingData> {
  const { rows } = await db.execute<Row<'nights'>>(sql`
    select ${NIGHT} from ${shows} where id = ${showId}`);
  return { played: await readPlayed(db, showId), nights: rows };
}

async function readPlayed(db: Db, before?: string): Promise<(Row<'played'> & Timed)[]> {
  const isBefore = before && sql`and date < (select date from ${shows} its where id = ${before})`;
  const { rows } = await db.execute<Row<'played'> & Timed>(sql`
    select ${NIGHT}, ${BEGINS}, songs
    from ${shows} join (
      -- One text for a show: tens of thousands of rows would stop all else for a while.
      select show_id, string_agg(
        song_id || case when is_closer then ${CLOSER} else '' end, ' ' order by position
      ) as songs
      from ${liveSetlistSongs} group by show_id
    ) its on show_id = id
    where status = 'closed' ${isBefore}
    order by ${shows.date}, id`);
  return rows;
}

const NIGHT = sql`id, venue, city, state,
  to_char(date at time zone time_zone, 'YYYY-MM-DD') as date`;

/** Start time in seconds. */
const BEGINS = sql`extract(epoch from date)::float8 as begins`;
type Timed = { begins: number };

/** `execute` doesn't accept interfaces. */
type Row<Of extends keyof PackedTrainingData> = Pick<
  PackedTrainingData[Of][number],
  keyof PackedTrainingData[Of][number]
>;
