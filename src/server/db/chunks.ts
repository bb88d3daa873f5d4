/** PostgreSQL accepts 65,535 parameters per statement. */
const CHUNK_SIZE = 2_000;

export function* toChunks<T>(rows: readonly T[], size = CHUNK_SIZE): Generator<T[]> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size);
}
