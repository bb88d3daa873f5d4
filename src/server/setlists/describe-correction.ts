import { inArray } from 'drizzle-orm';
import { songs } from '../db/schema/songs.ts';
import type { Tx } from '../db/transaction.ts';
import type { Difference, SetlistRow } from './setlist-rows.ts';

export async function describeCorrection(
  tx: Tx,
  rowId: string,
  { before, after }: Difference,
): Promise<string> {
  const [oldRow, newRow] = [before, after].map((rows) => rows.find(({ id }) => id === rowId));
  const songIds = [oldRow, newRow].flatMap((row) => row?.songId ?? []);
  const rows = await tx
    .select({ id: songs.id, title: songs.title })
    .from(songs)
    .where(inArray(songs.id, songIds));
  const titles = new Map(rows.map(({ id, title }) => [id, title]));
  return formatRowChange(oldRow, newRow, (songId) => titles.get(songId));
}

type ScoredRow = Pick<SetlistRow, 'songId' | 'position' | 'isCloser'>;

export function formatRowChange(
  oldRow: ScoredRow | undefined,
  newRow: ScoredRow | undefined,
  findTitle: (songId: string) => string | undefined,
): string {
  const quote = ({ songId }: ScoredRow) => `“${truncate(findTitle(songId) ?? 'Deleted song')}”`;
  if (!oldRow) return newRow ? `${quote(newRow)} added at ${newRow.position}` : 'Setlist corrected';
  const [oldSong, from] = [quote(oldRow), oldRow.position];
  if (!newRow) return `${oldSong} removed from ${from}`;
  const to = newRow.position;
  const isMoved = from !== to;
  if (oldRow.songId !== newRow.songId)
    return isMoved
      ? `${oldSong} at ${from} replaced by ${quote(newRow)} at ${to}`
      : `${oldSong} replaced by ${quote(newRow)} at ${to}`;
  if (isMoved) return `${oldSong} moved from ${from} to ${to}`;
  if (oldRow.isCloser !== newRow.isCloser)
    return newRow.isCloser ? `${oldSong} is a closer` : `${oldSong} is not a closer`;
  return `${oldSong} corrected at ${to}`;
}

/** Two titles fit into the column. */
const MAX_TITLE = 100;

function truncate(title: string): string {
  return title.length > MAX_TITLE ? `${title.slice(0, MAX_TITLE - 1)}…` : title;
}
