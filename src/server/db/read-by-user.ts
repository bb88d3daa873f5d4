import { setImmediate as nextTurn } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import type { DbOrTx } from './open.ts';

/** Integer columns ordered by user id: about 20 bytes per user, where an object takes 200. */
export interface ByUser {
  count: number;
  /** The IDs in order, 16 bytes each. */
  userIds: Uint8Array;
  columns: readonly Int32Array[];
}

const ROWS_PER_SLICE = 4_096;
const ID_BYTES = 16;

/**
 * `rows` selects `user_id`, once per user, and the named columns as int. PostgreSQL packs them into
 * byte strings, because parsing 100,000 rows would block the event loop for 200 ms.
 */
export async function readByUser(
  db: DbOrTx,
  { rows, columns }: { rows: SQL; columns: readonly string[] },
): Promise<ByUser> {
  const packedColumns = columns.map((name) => sql` || int4send(${sql.identifier(name)})`);
  const slice = sql.raw(`number / ${ROWS_PER_SLICE}`);
  const { rows: slices } = await db.execute<{ bytes: Buffer }>(sql`
    select string_agg(uuid_send(user_id)${sql.join(packedColumns)}, ''::bytea order by number) as bytes
    from (select *, row_number() over (order by user_id) - 1 as number from (${rows}) selected) numbered
    group by ${slice} order by ${slice}`);
  const size = ID_BYTES + columns.length * 4;
  const count = slices.reduce((sum, { bytes }) => sum + bytes.length / size, 0);
  const userIds = new Uint8Array(count * ID_BYTES);
  const values = columns.map(() => new Int32Array(count));
  let userIndex = 0;
  for (const { bytes } of slices) {
    for (let offset = 0; offset < bytes.length; offset += size, userIndex += 1) {
      userIds.set(bytes.subarray(offset, offset + ID_BYTES), userIndex * ID_BYTES);
      for (const [index, column] of values.entries())
        column[userIndex] = bytes.readInt32BE(offset + ID_BYTES + index * 4);
    }
    await nextTurn();
  }
  return { count, userIds, columns: values };
}

export function getUserIdAt({ userIds }: Pick<ByUser, 'userIds'>, index: number): string {
  const { buffer, byteOffset } = userIds;
  const hex = Buffer.from(buffer, byteOffset + index * ID_BYTES, ID_BYTES).toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

export function findUserIndex(
  { userIds, count }: Pick<ByUser, 'userIds' | 'count'>,
  userId: string,
): number | undefined {
  const id = Buffer.from(userId.replaceAll('-', ''), 'hex');
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const offset = middle * ID_BYTES;
    const order = id.compare(userIds, offset, offset + ID_BYTES);
    if (order === 0) return middle;
    if (order < 0) high = middle;
    else low = middle + 1;
  }
  return undefined;
}
