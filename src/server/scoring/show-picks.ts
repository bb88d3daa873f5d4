import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import {
  endsOf,
  indexSetlist,
  outcomeOf,
  type PlacedPick,
  type PlayedRow,
  POINTS,
  placePick,
} from '#contract/scoring.ts';
import type { DbOrTx } from '../db/open.ts';
import { type ByUser, readByUser, userIdAt } from '../db/read-by-user.ts';
import { predictionSongs, predictions } from '../db/schema/predictions.ts';
import { songs } from '../db/schema/songs.ts';
import { inBatches } from './in-batches.ts';

/**
 * A show's picks, about 80 bytes for a prediction of 20 songs: each distinct pick is stored once,
 * and a prediction is a run of indexes. Predictions are numbered from 0 in the order of user ids.
 */
export interface ShowPicks extends Pick<ByUser, 'count' | 'userIds'> {
  /** Prediction numbers by submission. Ties keep the order of numbers, because names may change. */
  bySubmission: Uint32Array;
  different: readonly PlacedPick[];
  /** Indexes into `different`, prediction after prediction. */
  picked: Uint16Array | Uint32Array;
  /** The start of each prediction in `picked`, plus one final end. */
  starts: Uint32Array;
}

/** Points by prediction number. */
export async function pointsOfAll(
  picks: ShowPicks,
  rows: readonly PlayedRow[],
): Promise<Uint16Array> {
  const setlist = indexSetlist(rows);
  const worth = Uint16Array.from(picks.different, (pick) => POINTS[outcomeOf(pick, setlist)]);
  const { picked, starts } = picks;
  const points = new Uint16Array(picks.count);
  await inBatches(picks.count, (from, to) => {
    for (let index = from, at = starts[from] ?? 0; index < to; index += 1) {
      const end = starts[index + 1] ?? 0;
      let sum = 0;
      for (; at < end; at += 1) sum += worth[picked[at] ?? 0] ?? 0;
      points[index] = sum;
    }
  });
  return points;
}

/** Large, because each query scans all predictions of the show. */
const PREDICTIONS_PER_READ = 131_072;
/** Predictions processed before other work gets a turn. */
const SLICE = 1_024;

/** Numbers the predictions first, so they must be frozen, locked or read in one snapshot. */
export async function readShowPicks(db: DbOrTx, showId: string): Promise<ShowPicks> {
  const songIds = (await db.select({ id: songs.id }).from(songs)).map(({ id }) => id);
  const fans = await readFans(db, showId);
  const starts = new Uint32Array(fans.count + 1);
  const different = collectDifferent(songIds);
  const taken: Uint32Array[] = [];
  for (let first = 0; first < fans.count; first += PREDICTIONS_PER_READ) {
    const last = Math.min(first + PREDICTIONS_PER_READ, fans.count) - 1;
    const its = [userIdAt(fans, first), userIdAt(fans, last)] as const;
    for (const { slice, bytes } of await readSlices(db, showId, songIds, its)) {
      const from = first + slice * SLICE;
      taken[from / SLICE] = different.take(bytes, starts.subarray(from, from + SLICE + 1));
      await nextTurn();
    }
  }
  return { ...fans, starts, different: different.all, picked: join(taken, different.all.length) };
}

async function readFans(db: DbOrTx, showId: string) {
  const { columns, ...fans } = await readByUser(db, {
    rows: sql`
      select user_id, (row_number() over (
        order by submitted_at, user_id
      ) - 1)::int as place
      from ${predictions}
      where show_id = ${showId}`,
    columns: ['place'],
  });
  const [places = new Int32Array()] = columns;
  const bySubmission = new Uint32Array(fans.count);
  await inBatches(fans.count, (from, to) => {
    for (let number = from; number < to; number += 1) bySubmission[places[number] ?? 0] = number;
  });
  return { ...fans, bySubmission };
}

/** Above any position. A pick's code is its song number times this, plus its position. */
const POSITIONS = 32;

/** A slice's picks, in any order, as eight bytes: prediction number in the slice, then code. */
async function readSlices(
  db: DbOrTx,
  showId: string,
  songIds: readonly string[],
  [firstUserId, lastUserId]: readonly [string, string],
): Promise<{ slice: number; bytes: Buffer }[]> {
  const size = sql.raw(`${SLICE}`);
  const { rows } = await db.execute<{ slice: number; bytes: Buffer | null }>(sql`
    select (its.number / ${size})::int as slice, string_agg(int8send(
      (its.number % ${size} << 32) + (song.number - 1) * ${sql.raw(`${POSITIONS}`)} + picks.position
    ), ''::bytea) as bytes
    from (
      select id, row_number() over (order by user_id) - 1 as number
      from ${predictions}
      where show_id = ${showId} and user_id between ${firstUserId} and ${lastUserId}
    ) its
    left join (
      ${predictionSongs} picks
      join unnest(${sql.param(`{${songIds.join(',')}}`)}::uuid[]) with ordinality song (id, number)
        on song.id = picks.song_id
    ) on picks.prediction_id = its.id
    group by 1 order by 1`);
  return rows.map(({ slice, bytes }) => ({ slice, bytes: bytes ?? Buffer.alloc(0) }));
}

function positionOf(code: number): number {
  return code % POSITIONS;
}

function collectDifferent(songIds: readonly string[]) {
  const all: PlacedPick[] = [];
  // One plus the index of a pick in `all`, by its code and by whether it is first or last.
  const known = new Uint32Array((songIds.length + 1) * POSITIONS * 4);
  let taken = 0;

  return {
    all,
    take(bytes: Buffer, starts: Uint32Array): Uint32Array {
      const { codes, begins } = groupByPrediction(bytes, starts.length - 1);
      const picked = new Uint32Array(codes.length);
      for (let index = 0; index < starts.length; index += 1)
        starts[index] = taken + (begins[index] ?? 0);
      for (let index = 0; index + 1 < begins.length; index += 1) {
        const [begin, end] = [begins[index] ?? 0, begins[index + 1] ?? 0];
        const ends = endsOf(codes.subarray(begin, end).map(positionOf));
        for (let at = begin; at < end; at += 1) {
          const code = codes[at] ?? 0;
          const position = positionOf(code);
          const key =
            code * 4 + Number(position === ends.first) * 2 + Number(position === ends.last);
          if (!known[key]) {
            const songId = songIds[Math.floor(code / POSITIONS)] ?? '';
            known[key] = all.push(placePick({ songId, position }, ends));
          }
          picked[at] = (known[key] ?? 0) - 1;
        }
      }
      taken += picked.length;
      return picked;
    },
  };
}

function groupByPrediction(bytes: Buffer, predictions: number) {
  const begins = new Uint32Array(predictions + 1);
  for (let at = 0; at < bytes.length; at += 8) {
    const next = bytes.readInt32BE(at) + 1;
    begins[next] = (begins[next] ?? 0) + 1;
  }
  for (let index = 1; index < begins.length; index += 1)
    begins[index] = (begins[index] ?? 0) + (begins[index - 1] ?? 0);
  const places = begins.slice();
  const codes = new Uint32Array(bytes.length / 8);
  for (let at = 0; at < bytes.length; at += 8) {
    const index = bytes.readInt32BE(at);
    const place = places[index] ?? 0;
    codes[place] = bytes.readInt32BE(at + 4);
    places[index] = place + 1;
  }
  return { codes, begins };
}

function join(slices: readonly Uint32Array[], different: number): Uint16Array | Uint32Array {
  const length = slices.reduce((sum, slice) => sum + slice.length, 0);
  const all = different <= 2 ** 16 ? new Uint16Array(length) : new Uint32Array(length);
  let at = 0;
  for (const slice of slices) {
    all.set(slice, at);
    at += slice.length;
  }
  return all;
}
