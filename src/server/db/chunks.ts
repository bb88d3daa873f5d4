/** PostgreSQL accepts 65,535 parameters per statement. */
const ROWS_AT_ONCE = 2_000;

export function* chunksOf<T>(rows: readonly T[], size = ROWS_AT_ONCE): Generator<T[]> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size);
}
