import { inArray } from 'drizzle-orm';
import type { DbOrTx } from '../db/open.ts';
import { songs } from '../db/schema.ts';
import type { DoneChange } from './take-back.ts';

/** A change in words that follow who made it or 'Undo:', as 'added “Ember”'. */
export async function whatWasDone(db: DbOrTx, change: DoneChange): Promise<string> {
  const [was, is] = [change.before, change.after].map((rows) =>
    rows.find(({ id }) => id === change.rowId),
  );
  const ids = [was, is].flatMap((row) => row?.songId ?? []);
  const found = await db
    .select({ id: songs.id, title: songs.title })
    .from(songs)
    .where(inArray(songs.id, ids));
  const titles = new Map(found.map(({ id, title }) => [id, `“${title}”`]));
  const titleOf = (row: typeof was) => titles.get(row?.songId ?? '') ?? 'a song that is gone';
  if (!was) return `added ${titleOf(is)}`;
  if (!is) return `removed ${titleOf(was)}`;
  if (was.songId !== is.songId) return `replaced ${titleOf(was)} by ${titleOf(is)}`;
  if (was.position !== is.position) return `moved ${titleOf(is)}`;
  if (was.isCloser !== is.isCloser)
    return is.isCloser ? `marked ${titleOf(is)} as closer` : `unmarked ${titleOf(is)} as closer`;
  return `changed ${titleOf(is)}`;
}
