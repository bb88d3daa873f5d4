import { MAX_PICKS } from '#contract/predictions.ts';
import { POINTS } from '#contract/scoring.ts';
import type { SongChance } from './chances.ts';
import { type Positions, shareAt, shareClosing, shareFirst } from './positions.ts';

/** Less likely songs are never worth a place. */
const MAX_CANDIDATES = 60;

/** Returns the songs and order with the highest expected points. */
export function bestList(chances: readonly SongChance[], places: Positions): string[] {
  const songs = chances.toSorted((a, b) => b.chance - a.chance).slice(0, MAX_CANDIDATES);
  const length = Math.min(MAX_PICKS, songs.length);
  const worth = Array.from({ length }, (_, n) =>
    songs.map(({ song, chance }) => chance * pointsIfPlayed(song, n + 1, length, places)),
  );
  return assign(worth).flatMap((index) => songs[index]?.song ?? []);
}

function pointsIfPlayed(song: string, place: number, length: number, places: Positions): number {
  const elsewhere = POINTS['Wrong spot'];
  if (place === 1) return elsewhere + shareFirst(places, song) * (POINTS.Opener - elsewhere);
  const exact = elsewhere + shareAt(places, song, place) * (POINTS['Correct spot'] - elsewhere);
  if (place < length) return exact;
  return exact + shareClosing(places, song) * (POINTS.Closer - exact);
}

/** The Hungarian method: a distinct column per row with the highest sum. Needs columns >= rows. */
export function assign(worth: readonly (readonly number[])[]): number[] {
  const columns = worth[0]?.length ?? 0;
  const rowPrice = new Float64Array(worth.length + 1);
  const columnPrice = new Float64Array(columns + 1);
  /** The row of each column, or 0. Column 0 holds the row being assigned. */
  const holder = new Int32Array(columns + 1);
  for (let row = 1; row <= worth.length; row += 1) {
    const cameFrom = new Int32Array(columns + 1);
    const lowestCost = new Float64Array(columns + 1).fill(Number.POSITIVE_INFINITY);
    const isDone = new Uint8Array(columns + 1);
    holder[0] = row;
    let column = 0;
    do {
      isDone[column] = 1;
      const currentRow = holder[column] ?? 0;
      let step = Number.POSITIVE_INFINITY;
      let next = 0;
      for (let to = 1; to <= columns; to += 1) {
        if (isDone[to]) continue;
        const cost =
          -(worth[currentRow - 1]?.[to - 1] ?? 0) -
          (rowPrice[currentRow] ?? 0) -
          (columnPrice[to] ?? 0);
        if (cost < (lowestCost[to] ?? 0)) {
          lowestCost[to] = cost;
          cameFrom[to] = column;
        }
        if ((lowestCost[to] ?? 0) < step) {
          step = lowestCost[to] ?? 0;
          next = to;
        }
      }
      for (let to = 0; to <= columns; to += 1)
        if (isDone[to]) {
          const holderRow = holder[to] ?? 0;
          rowPrice[holderRow] = (rowPrice[holderRow] ?? 0) + step;
          columnPrice[to] = (columnPrice[to] ?? 0) - step;
        } else lowestCost[to] = (lowestCost[to] ?? 0) - step;
      column = next;
    } while (holder[column] !== 0);
    while (column !== 0) {
      const before = cameFrom[column] ?? 0;
      holder[column] = holder[before] ?? 0;
      column = before;
    }
  }
  const columnOf = new Array<number>(worth.length).fill(0);
  for (let column = 1; column <= columns; column += 1) {
    const row = holder[column] ?? 0;
    if (row > 0) columnOf[row - 1] = column - 1;
  }
  return columnOf;
}
