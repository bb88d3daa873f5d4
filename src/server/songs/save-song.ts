import { eq, sql } from 'drizzle-orm';
import type { BodyOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/songs.ts';
import { recordChange } from '../audit/record-change.ts';
import { rejectStale } from '../audit/reject-stale.ts';
import type { Tx } from '../db/open.ts';
import { songs, titleKey } from '../db/schema/songs.ts';
import { notFound } from '../http/route.ts';
import { importedDate, refuseImpossibleDates } from './played-dates.ts';
import { findSongs } from './queries.ts';

export interface SavedSong {
  id: string;
  version: number;
}

export async function createSong(
  tx: Tx,
  body: Partial<BodyOf<typeof contract.createSong>> & { title: string },
  { actorId, now }: { actorId: string; now: number },
): Promise<SavedSong> {
  refuseImpossibleDates(body, undefined, now);
  const { firstPlayed, lastPlayed, ...fields } = body;
  const importedFirstPlayed = firstPlayed ? new Date(firstPlayed) : null;
  const importedLastPlayed = lastPlayed ? new Date(lastPlayed) : null;
  const [song] = await tx
    .insert(songs)
    .values({ ...fields, importedFirstPlayed, importedLastPlayed })
    .returning();
  if (!song) throw new Error('The new song was not returned');
  await recordChange(tx, { actorId, action: 'song.create', subjectId: song.id, after: song });
  return song;
}

export async function findOrCreateSong(
  tx: Tx,
  title: string,
  by: { actorId: string; now: number },
): Promise<SavedSong & { isNew: boolean }> {
  const [known] = await tx
    .select({ id: songs.id, version: songs.version })
    .from(songs)
    .where(sql`${titleKey(songs.title)} = ${titleKey(sql`${title}::text`)}`);
  if (known) return { ...known, isNew: false };
  return { ...(await createSong(tx, { title }, by)), isNew: true };
}

export async function updateSong(
  tx: Tx,
  next: Date | undefined,
  songId: string,
  body: BodyOf<typeof contract.updateSong>,
  { actorId, now }: { actorId: string; now: number },
): Promise<SavedSong> {
  // The lock must not conflict with the key-share locks of setlist rows, or the two would deadlock.
  const [before] = await tx.select().from(songs).where(eq(songs.id, songId)).for('no key update');
  if (!before) throw notFound('Song');
  const { firstPlayed, lastPlayed, version: from, ...fields } = body;
  await rejectStale(tx, {
    id: songId,
    called: () => `“${before.title}”`,
    from,
    now: before.version,
    versionKey: 'version',
    fields: FIELD_NAMES,
  });
  const [shown] = await findSongs(tx, next, songId);
  refuseImpossibleDates(body, shown, now);
  const version = before.version + 1;
  await tx
    .update(songs)
    .set({
      ...fields,
      title: fields.title ?? before.title,
      importedFirstPlayed: importedDate(firstPlayed, shown?.firstPlayed),
      importedLastPlayed: importedDate(lastPlayed, shown?.lastPlayed),
      version,
    })
    .where(eq(songs.id, songId));
  const [after] = await tx.select().from(songs).where(eq(songs.id, songId));
  await recordChange(tx, { actorId, action: 'song.update', subjectId: songId, before, after });
  return { id: songId, version };
}

const FIELD_NAMES = {
  title: 'the title',
  album: 'the album',
  rarity: 'the rarity',
  category: 'the category',
  importedFirstPlayed: 'the first date',
  importedLastPlayed: 'the last date',
};
