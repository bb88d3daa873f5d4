import { eq } from 'drizzle-orm';
import type { BodyOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/songs.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Tx } from '../db/open.ts';
import { songs } from '../db/schema.ts';
import { refreshSongFigures } from '../figures/song-figures.ts';
import { notFound } from '../http/route.ts';

/** Adds a song and answers its id. The dates of the body are what it is imported with. */
export async function createSong(
  tx: Tx,
  body: BodyOf<typeof contract.createSong>,
  actorId: string,
): Promise<string> {
  const firstPlayed = body.firstPlayed ? new Date(body.firstPlayed) : null;
  const lastPlayed = body.lastPlayed ? new Date(body.lastPlayed) : null;
  const imported = { importedFirstPlayed: firstPlayed, importedLastPlayed: lastPlayed };
  const [song] = await tx
    .insert(songs)
    .values({ ...body, firstPlayed, lastPlayed, ...imported })
    .returning();
  if (!song) throw new Error('The new song was not returned');
  await recordChange(tx, { actorId, action: 'song.create', subjectId: song.id, after: song });
  return song.id;
}

/** Changes what the body names. */
export async function updateSong(
  tx: Tx,
  songId: string,
  body: BodyOf<typeof contract.updateSong>,
  actorId: string,
): Promise<void> {
  // No stronger lock than setlists take of a song: one that waits for their references would make
  // them wait for it, crosswise.
  const [before] = await tx.select().from(songs).where(eq(songs.id, songId)).for('no key update');
  if (!before) throw notFound('Song');
  const { firstPlayed, lastPlayed, ...fields } = body;
  await tx
    .update(songs)
    .set({
      ...fields,
      title: fields.title ?? before.title,
      importedFirstPlayed: importedDate(firstPlayed, before.firstPlayed),
      importedLastPlayed: importedDate(lastPlayed, before.lastPlayed),
    })
    .where(eq(songs.id, songId));
  await refreshSongFigures(tx, [songId]);
  const [after] = await tx.select().from(songs).where(eq(songs.id, songId));
  await recordChange(tx, { actorId, action: 'song.update', subjectId: songId, before, after });
}

/**
 * The imported date after a change; undefined keeps it. A form that sends back the date it was shown
 * means no change: taken as imported, a date that comes from a setlist would outlive its row.
 */
function importedDate(
  sent: string | null | undefined,
  shown: Date | null,
): Date | null | undefined {
  if (sent === undefined || sent === null) return sent;
  const date = new Date(sent);
  const isDayAlone = !sent.includes('T');
  const shownText = isDayAlone ? shown?.toISOString().slice(0, 10) : shown?.toISOString();
  return shownText === (isDayAlone ? sent : date.toISOString()) ? undefined : date;
}
