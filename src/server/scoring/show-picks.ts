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
import { predictionSongs, predictions } from '../db/schema.ts';

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

/** Reads the picks of all predictions of a show by one query, one row a prediction. */
export async function readShowPicks(db: DbOrTx, showId: string): Promise<ShowPicks> {
  const rows = await db
    .select({
      id: predictions.id,
      userId: predictions.userId,
      points: predictions.points,
      picks: sql<string | null>`(
        select string_agg(its.position || ' ' || its.song_id, ',')
        from ${predictionSongs} its where its.prediction_id = predictions.id
      )`,
    })
    .from(predictions)
    .where(eq(predictions.showId, showId));
  return keepSmall(rows);
}

type Row = PredictionOfShow & { picks: string | null };

function keepSmall(rows: readonly Row[]): ShowPicks {
  const readPick = pickReader();
  const numbers = new Map<string, number>();
  const different: PlacedPick[] = [];
  const picked: number[] = [];
  const starts = new Uint32Array(rows.length + 1);
  for (const [index, { picks }] of rows.entries()) {
    const its = picks === null ? [] : picks.split(',').map(readPick);
    for (const pick of placePicks(its)) {
      const key = `${pick.songId} ${pick.position} ${pick.isFirst} ${pick.isLast}`;
      const number = numbers.get(key) ?? different.push(pick) - 1;
      numbers.set(key, number);
      picked.push(number);
    }
    starts[index + 1] = picked.length;
  }
  const predictions = rows.map(({ id, userId, points }) => ({ id, userId, points }));
  return { predictions, different, picked: Uint32Array.from(picked), starts };
}

/** Reads '7 <song id>'. Equal texts become the same object, as a show has few different picks. */
function pickReader(): (text: string) => Pick {
  const known = new Map<string, Pick>();
  return (text) => {
    const found = known.get(text);
    if (found) return found;
    const space = text.indexOf(' ');
    const pick = { position: Number(text.slice(0, space)), songId: text.slice(space + 1) };
    known.set(text, pick);
    return pick;
  };
}
