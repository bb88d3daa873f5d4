import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import {
  findEnds,
  indexSetlist,
  type PlacedPick,
  type PlayedRow,
  POINTS,
  placePick,
  scoreOutcome,
} from '#contract/scoring.ts';
import type { DbOrTx } from '../db/open.ts';
import { type ByUser, getUserIdAt, readByUser } from '../db/read-by-user.ts';
import { predictionSongs, predictions } from '../db/schema/predictions.ts';
import { songs } from '../db/schema/songs.ts';
import { processInBatches } from './process-in-batches.ts';

/**
 * Takes about 80 bytes for a prediction of 20 songs: a prediction is a run of indexes of distinct
 * picks. Predictions are numbered from 0 in the order of user IDs.
 */
export interface ShowPicks extends Pick<ByUser, 'count' | 'userIds'> {
  /** Prediction numbers by submission. Ties keep the order of numbers, because names may change. */
  bySubmission: Uint32Array;
  distinctPicks: readonly PlacedPick[];
  /** Indexes into `distinctPicks`, prediction after prediction. */
  pickIndexes: Uint16Array | Uint32Array;
  /** The start of each prediction in `pickIndexes`, followed by the end of the last one. */
  starts: Uint32Array;
}

/** Returns the points by prediction number. */
export async function calculatePoints(
  picks: ShowPicks,
  rows: readonly PlayedRow[],
): Promise<Uint16Array> {
  const setlist = indexSetlist(rows);
  const pickPoints = Uint16Array.from(
    picks.distinctPicks,
    (pick) => POINTS[scoreOutcome(pick, setlist)],
  );
  return sumByPrediction(picks, pickPoints);
}

/** @param values by index into `distinctPicks` */
export async function sumByPrediction(
  { count, pickIndexes, starts }: ShowPicks,
  values: Uint16Array,
): Promise<Uint16Array> {
  const sums = new Uint16Array(count);
  await processInBatches(count, (start, end) => {
    for (let index = start, pick = starts[start] ?? 0; index < end; index += 1) {
      const nextStart = starts[index + 1] ?? 0;
      let sum = 0;
      for (; pick < nextStart; pick += 1) sum += values[pickIndexes[pick] ?? 0] ?? 0;
      sums[index] = sum;
    }
  });
  return sums;
}

/** Returns a count for each of the `distinctPicks`. */
export async function countPicks({ distinctPicks, pickIndexes }: ShowPicks): Promise<Uint32Array> {
  const counts = new Uint32Array(distinctPicks.length);
  await processInBatches(pickIndexes.length, (start, end) => {
    for (const index of pickIndexes.subarray(start, end)) counts[index] = (counts[index] ?? 0) + 1;
  });
  return counts;
}

/** Large, because each query scans all predictions of the show. */
const PREDICTIONS_PER_READ = 131_072;
/** Other work runs between slices. */
const PREDICTIONS_PER_SLICE = 1_024;

/** Numbers the predictions first, so they must not change: lock the show or use one snapshot. */
export async function readShowPicks(db: DbOrTx, showId: string): Promise<ShowPicks> {
  const songIds = (await db.select({ id: songs.id }).from(songs)).map(({ id }) => id);
  const fans = await readFans(db, showId);
  const starts = new Uint32Array(fans.count + 1);
  const collector = collectDistinctPicks(songIds);
  const slices: Uint32Array[] = [];
  for (let first = 0; first < fans.count; first += PREDICTIONS_PER_READ) {
    const last = Math.min(first + PREDICTIONS_PER_READ, fans.count) - 1;
    const userIds = [getUserIdAt(fans, first), getUserIdAt(fans, last)] as const;
    for (const { slice, bytes } of await readSlices(db, showId, songIds, userIds)) {
      const offset = first + slice * PREDICTIONS_PER_SLICE;
      slices[offset / PREDICTIONS_PER_SLICE] = collector.append(
        bytes,
        starts.subarray(offset, offset + PREDICTIONS_PER_SLICE + 1),
      );
      await nextTurn();
    }
  }
  return {
    ...fans,
    starts,
    distinctPicks: collector.picks,
    pickIndexes: joinSlices(slices, collector.picks.length),
  };
}

async function readFans(db: DbOrTx, showId: string) {
  const { columns, ...fans } = await readByUser(db, {
    rows: sql`
      select user_id, (row_number() over (
        order by submitted_at, user_id
      ) - 1)::int as position
      from ${predictions}
      where show_id = ${showId}`,
    columns: ['position'],
  });
  const [positions = new Int32Array()] = columns;
  const bySubmission = new Uint32Array(fans.count);
  await processInBatches(fans.count, (start, end) => {
    for (let number = start; number < end; number += 1)
      bySubmission[positions[number] ?? 0] = number;
  });
  return { ...fans, bySubmission };
}

/** Higher than any position. A pick's code is its song number times this, plus its position. */
const CODES_PER_SONG = 32;

/** Reads picks as eight bytes each: the prediction's number in the slice, then the code. */
async function readSlices(
  db: DbOrTx,
  showId: string,
  songIds: readonly string[],
  [firstUserId, lastUserId]: readonly [string, string],
): Promise<{ slice: number; bytes: Buffer }[]> {
  const size = sql.raw(`${PREDICTIONS_PER_SLICE}`);
  const { rows } = await db.execute<{ slice: number; bytes: Buffer | null }>(sql`
    select (prediction.number / ${size})::int as slice, string_agg(int8send(
      (prediction.number % ${size} << 32) + (song.number - 1) * ${sql.raw(`${CODES_PER_SONG}`)} + picks.position
    ), ''::bytea) as bytes
    from (
      select id, row_number() over (order by user_id) - 1 as number
      from ${predictions}
      where show_id = ${showId} and user_id between ${firstUserId} and ${lastUserId}
    ) prediction
    left join (
      ${predictionSongs} picks
      join unnest(${sql.param(`{${songIds.join(',')}}`)}::uuid[]) with ordinality song (id, number)
        on song.id = picks.song_id
    ) on picks.prediction_id = prediction.id
    group by 1 order by 1`);
  return rows.map(({ slice, bytes }) => ({ slice, bytes: bytes ?? Buffer.alloc(0) }));
}

function decodePosition(code: number): number {
  return code % CODES_PER_SONG;
}

function collectDistinctPicks(songIds: readonly string[]) {
  const picks: PlacedPick[] = [];
  // One plus the index of a pick in `picks`, by its code and by whether it is first or last.
  const indexByKey = new Uint32Array((songIds.length + 1) * CODES_PER_SONG * 4);
  let pickCount = 0;

  return {
    picks,
    append(bytes: Buffer, starts: Uint32Array): Uint32Array {
      const { codes, rangeStarts } = groupByPrediction(bytes, starts.length - 1);
      const pickIndexes = new Uint32Array(codes.length);
      for (let index = 0; index < starts.length; index += 1)
        starts[index] = pickCount + (rangeStarts[index] ?? 0);
      for (let index = 0; index + 1 < rangeStarts.length; index += 1) {
        const [begin, end] = [rangeStarts[index] ?? 0, rangeStarts[index + 1] ?? 0];
        const ends = findEnds(codes.subarray(begin, end).map(decodePosition));
        for (let n = begin; n < end; n += 1) {
          const code = codes[n] ?? 0;
          const position = decodePosition(code);
          const key =
            code * 4 + Number(position === ends.first) * 2 + Number(position === ends.last);
          if (!indexByKey[key]) {
            const songId = songIds[Math.floor(code / CODES_PER_SONG)] ?? '';
            indexByKey[key] = picks.push(placePick({ songId, position }, ends));
          }
          pickIndexes[n] = (indexByKey[key] ?? 0) - 1;
        }
      }
      pickCount += pickIndexes.length;
      return pickIndexes;
    },
  };
}

function groupByPrediction(bytes: Buffer, predictionCount: number) {
  const rangeStarts = new Uint32Array(predictionCount + 1);
  for (let offset = 0; offset < bytes.length; offset += 8) {
    const next = bytes.readInt32BE(offset) + 1;
    rangeStarts[next] = (rangeStarts[next] ?? 0) + 1;
  }
  for (let index = 1; index < rangeStarts.length; index += 1)
    rangeStarts[index] = (rangeStarts[index] ?? 0) + (rangeStarts[index - 1] ?? 0);
  const positions = rangeStarts.slice();
  const codes = new Uint32Array(bytes.length / 8);
  for (let offset = 0; offset < bytes.length; offset += 8) {
    const index = bytes.readInt32BE(offset);
    const position = positions[index] ?? 0;
    codes[position] = bytes.readInt32BE(offset + 4);
    positions[index] = position + 1;
  }
  return { codes, rangeStarts };
}

function joinSlices(
  slices: readonly Uint32Array[],
  distinctCount: number,
): Uint16Array | Uint32Array {
  const length = slices.reduce((sum, slice) => sum + slice.length, 0);
  const pickIndexes = distinctCount <= 2 ** 16 ? new Uint16Array(length) : new Uint32Array(length);
  let offset = 0;
  for (const slice of slices) {
    pickIndexes.set(slice, offset);
    offset += slice.length;
  }
  return pickIndexes;
}
