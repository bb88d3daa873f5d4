/** Most rows of one INSERT: PostgreSQL takes 65,535 parameters in a statement. */
const ROWS_AT_ONCE = 2_000;

/** The rows in as few parts as one statement each can take. */
export function* chunksOf<T>(rows: readonly T[], size = ROWS_AT_ONCE): Generator<T[]> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size);
}
