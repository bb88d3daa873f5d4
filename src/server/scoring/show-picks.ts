import { eq, sql } from 'drizzle-orm';
import {
  indexSetlist,
  outcomeOf,
  type Pick,
  type PlacedPick,
  type PlayedSong,
  POINTS,
  placePicks,
} from '#contract/scoring.ts';
import type { DbOrTx } from '../db/open.ts';
import { predictionSongs, predictions, songs } from '../db/schema.ts';
import { arrayOf } from './totals.ts';

/** The predictions of a show, each with where its picks are in `ShowPicks`. */
export interface PredictionOfShow {
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
  const songIds = (await db.select({ id: songs.id }).from(songs)).map(({ id }) => id);
  const [read] = await db
    .select({
      bytes: sql<Uint8Array | null>`string_agg(int8send(
        (its_prediction.number << 32) + its_song.number * 32 + ${predictionSongs.position}), ''::bytea)`,
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
      sql`unnest(${arrayOf(songIds)}::uuid[]) with ordinality its_song (id, number)`,
      sql`its_song.id = ${predictionSongs.songId}`,
    );
  return keepSmall(ofShow, songIds, read?.bytes ?? new Uint8Array());
}

function keepSmall(
  predictions: readonly PredictionOfShow[],
  songIds: readonly string[],
  bytes: Uint8Array,
): ShowPicks {
  const { codes, starts } = groupByPrediction(bytes, predictions.length);
  const readPick = pickReader(songIds);
  const numbers = new Map<number, number>();
  const different: PlacedPick[] = [];
  const picked = new Uint32Array(codes.length);
  for (let index = 0; index < predictions.length; index += 1) {
    const start = starts[index] ?? 0;
    const its = Array.from(codes.subarray(start, starts[index + 1]));
    for (const [at, pick] of placePicks(its.map(readPick)).entries()) {
      const key = (its[at] ?? 0) * 4 + Number(pick.isFirst) * 2 + Number(pick.isLast);
      const number = numbers.get(key) ?? different.push(pick) - 1;
      numbers.set(key, number);
      picked[start + at] = number;
    }
  }
  return { predictions, different, picked, starts };
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

/** Equal codes become the same object, as a show has few different picks. */
function pickReader(songIds: readonly string[]): (code: number) => Pick {
  const known = new Map<number, Pick>();
  return (code) => {
    const found = known.get(code);
    if (found) return found;
    const pick = { position: code & 31, songId: songIds[(code >> 5) - 1] ?? '' };
    known.set(code, pick);
    return pick;
  };
}
