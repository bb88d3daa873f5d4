import { eq, sql } from 'drizzle-orm';
import {
  endsOf,
  indexSetlist,
  outcomeOf,
  type PlacedPick,
  type PlayedSong,
  POINTS,
  placePick,
} from '#contract/scoring.ts';
import type { DbOrTx } from '../db/open.ts';
import { predictionSongs, predictions, songs } from '../db/schema.ts';

/** The predictions of a show, each with where its picks are in `ShowPicks`. */
interface PredictionOfShow {
  id: string;
  userId: string;
  points: number | null;
}

/**
 * The picks of all predictions of a show, small enough to be kept: fans pick alike, so each
 * different pick is kept once, and a prediction is a run of numbers that say which.
 */
export interface ShowPicks {
  predictions: readonly PredictionOfShow[];
  different: readonly PlacedPick[];
  /** Indexes into `different`, prediction after prediction. */
  picked: Uint32Array;
  /** Where in `picked` each prediction begins; one more at the end. */
  starts: Uint32Array;
}

/** Points of every prediction, in the order of `picks.predictions`, by the contract's rules. */
export function pointsOfAll(picks: ShowPicks, rows: readonly PlayedSong[]): Int32Array {
  const setlist = indexSetlist(rows);
  const worth = Int32Array.from(picks.different, (pick) => POINTS[outcomeOf(pick, setlist)]);
  const { picked, starts } = picks;
  return Int32Array.from(picks.predictions, (_prediction, index) => {
    const end = starts[index + 1] ?? 0;
    let sum = 0;
    for (let at = starts[index] ?? 0; at < end; at += 1) sum += worth[picked[at] ?? 0] ?? 0;
    return sum;
  });
}

/**
 * Reads the picks of all predictions of a show. They come as one run of bytes, eight a pick (the
 * prediction's number, then the song's number times 32 plus the position): ids as text, a row a
 * prediction, took most of the time of a calculation. The show's predictions must be frozen, or the
 * show locked: they are numbered twice.
 */
export async function readShowPicks(db: DbOrTx, showId: string): Promise<ShowPicks> {
  const ofShow = await db
    .select({ id: predictions.id, userId: predictions.userId, points: predictions.points })
    .from(predictions)
    .where(eq(predictions.showId, showId))
    .orderBy(predictions.id);
  const [read] = await db
    .select({
      // By the same statement as their numbers: songs come and go.
      songIds: sql<string[] | null>`(select array_agg(id::text order by id) from ${songs})`,
      bytes: sql<Uint8Array | null>`string_agg(int8send(
        (its_prediction.number << 32) + its_song.number * ${sql.raw(String(POSITIONS))} + ${predictionSongs.position}), ''::bytea)`,
    })
    .from(predictionSongs)
    .innerJoin(
      sql`(
        select id, row_number() over (order by id) as number
        from ${predictions} where show_id = ${showId}
      ) its_prediction`,
      sql`its_prediction.id = ${predictionSongs.predictionId}`,
    )
    .innerJoin(
      sql`(select id, row_number() over (order by id) as number from ${songs}) its_song`,
      sql`its_song.id = ${predictionSongs.songId}`,
    );
  return keepSmall(ofShow, read?.songIds ?? [], read?.bytes ?? new Uint8Array());
}

function keepSmall(
  predictions: readonly PredictionOfShow[],
  songIds: readonly string[],
  bytes: Uint8Array,
): ShowPicks {
  const { codes, starts } = groupByPrediction(bytes, predictions.length);
  const different: PlacedPick[] = [];
  // Where in `different` a pick is, plus one, by its code and whether it is the first or the last.
  const known = new Uint32Array((songIds.length + 1) * POSITIONS * 4);
  const picked = new Uint32Array(codes.length);
  for (let index = 0; index < predictions.length; index += 1) {
    const [start, end] = [starts[index] ?? 0, starts[index + 1] ?? 0];
    const ends = endsOf(codes.subarray(start, end).map(positionOf));
    for (let at = start; at < end; at += 1) {
      const code = codes[at] ?? 0;
      const position = positionOf(code);
      const key = code * 4 + Number(position === ends.first) * 2 + Number(position === ends.last);
      if (!known[key]) {
        const songId = songIds[Math.floor(code / POSITIONS) - 1] ?? '';
        known[key] = different.push(placePick({ songId, position }, ends));
      }
      picked[at] = (known[key] ?? 0) - 1;
    }
  }
  return { predictions, different, picked, starts };
}

/** More than a prediction has. A pick's code is its song's number times this, plus its position. */
const POSITIONS = 32;

function positionOf(code: number): number {
  return code % POSITIONS;
}

/** Brings the picks, which come in any order, together by prediction. */
function groupByPrediction(bytes: Uint8Array, predictions: number) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const starts = new Uint32Array(predictions + 1);
  for (let at = 0; at < bytes.byteLength; at += 8) {
    const number = view.getInt32(at);
    starts[number] = (starts[number] ?? 0) + 1;
  }
  for (let index = 1; index < starts.length; index += 1)
    starts[index] = (starts[index] ?? 0) + (starts[index - 1] ?? 0);
  const next = starts.slice();
  const codes = new Int32Array(bytes.byteLength / 8);
  for (let at = 0; at < bytes.byteLength; at += 8) {
    const index = view.getInt32(at) - 1;
    const place = next[index] ?? 0;
    codes[place] = view.getInt32(at + 4);
    next[index] = place + 1;
  }
  return { codes, starts };
}
