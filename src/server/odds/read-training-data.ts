import { sql } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import { shows } from '../db/schema/shows.ts';
import { CLOSER, type PackedTrainingData } from './model/training-data.ts';

/** Live shows first, then the nearest open ones. */
const MAX_TARGETS = 40;

/** Ignores live shows' songs, so that a setlist changes the version only at the close. */
export async function readTrainingDataVersion(db: Db): Promise<string> {
  const { rows } = await db.execute<{ version: string | null }>(sql`
    select md5(string_agg(concat_ws(' ', id,
      case when status = 'closed' then version end, status in ('open', 'live'), details_version, plays),
      ',' order by id)) as version
    from ${shows} left join (
      select show_id, count(*) as plays from ${liveSetlistSongs} group by show_id
    ) setlist on show_id = id and status = 'closed'`);
  return rows[0]?.version ?? '';
}

export async function readTrainingData(db: Db, now: number): Promise<PackedTrainingData> {
  const reference = sql`${new Date(now).toISOString()}::timestamptz`;
  const { rows: targets } = await db.execute<Row<'targets'> & StartTime>(sql`
    select ${SHOW_COLUMNS}, ${START_SECONDS}
    from ${shows}
    where status in ('live', 'open')
    order by status = 'live' desc, ${shows.date} < ${reference} - interval '1 day',
      abs(extract(epoch from ${shows.date} - ${reference})), id
    limit ${sql.raw(`${MAX_TARGETS}`)}`);
  const played = await readPlayedShows(db);
  const countBefore = (startsAt: number) =>
    played.filter((show) => show.startsAt < startsAt).length;
  return {
    played,
    targets: targets.map((show) => ({ ...show, playedBefore: countBefore(show.startsAt) })),
  };
}

export async function readTrainingDataBefore(db: Db, showId: string): Promise<PackedTrainingData> {
  const { rows } = await db.execute<Row<'targets'>>(sql`
    select ${SHOW_COLUMNS} from ${shows} where id = ${showId}`);
  return { played: await readPlayedShows(db, showId), targets: rows };
}

async function readPlayedShows(
  db: Db,
  beforeShowId?: string,
): Promise<(Row<'played'> & StartTime)[]> {
  const isEarlier =
    beforeShowId && sql`and date < (select date from ${shows} where id = ${beforeShowId})`;
  const { rows } = await db.execute<Row<'played'> & StartTime>(sql`
    select ${SHOW_COLUMNS}, ${START_SECONDS}, songs
    from ${shows} join (
      -- One string per show: parsing tens of thousands of rows would block the event loop.
      select show_id, string_agg(
        song_id || case when is_closer then ${CLOSER} else '' end, ' ' order by position
      ) as songs
      from ${liveSetlistSongs} group by show_id
    ) setlist on show_id = id
    where status = 'closed' ${isEarlier}
    order by ${shows.date}, id`);
  return rows;
}

const SHOW_COLUMNS = sql`id, venue, city, state,
  to_char(date at time zone time_zone, 'YYYY-MM-DD') as date`;

const START_SECONDS = sql`extract(epoch from date)::float8 as "startsAt"`;
type StartTime = { startsAt: number };

/** `execute` doesn't accept interfaces. */
type Row<Key extends keyof PackedTrainingData> = Pick<
  PackedTrainingData[Key][number],
  keyof PackedTrainingData[Key][number]
>;
