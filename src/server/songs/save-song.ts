import { eq, sql } from 'drizzle-orm';
import type { BodyOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/songs.ts';
import { rejectStale } from '../audit/reject-stale.ts';
import type { ChangeScope } from '../changes/run-change.ts';
import { songs, titleKey } from '../db/schema/songs.ts';
import { ApiError } from '../http/api-error.ts';
import { findViolatedConstraint } from '../http/database-errors.ts';
import { notFound } from '../http/route.ts';
import { toImportedDate, validatePlayedDates } from './played-dates.ts';
import { findSongs } from './queries.ts';

export async function createSong(
  { tx, record, changed }: ChangeScope,
  body: Partial<BodyOf<typeof contract.createSong>> & { title: string },
  now: number,
): Promise<string> {
  validatePlayedDates(body, undefined, now);
  const { firstPlayed, lastPlayed, ...fields } = body;
  const importedFirstPlayed = firstPlayed ? new Date(firstPlayed) : null;
  const importedLastPlayed = lastPlayed ? new Date(lastPlayed) : null;
  const [song] = await tx
    .insert(songs)
    .values({ ...fields, importedFirstPlayed, importedLastPlayed })
    .returning()
    .catch(rejectDuplicateTitle);
  if (!song) throw new Error('The song insert returned no row.');
  await record({ action: 'song.create', subjectId: song.id, after: song });
  changed({ topic: 'catalogue', subjectId: song.id, version: song.version });
  return song.id;
}

/** Compares titles like the index `songs_title`. */
export async function findOrCreateSong(
  scope: ChangeScope,
  title: string,
  now: number,
): Promise<string> {
  const [existingSong] = await scope.tx
    .select({ id: songs.id })
    .from(songs)
    .where(sql`${titleKey(songs.title)} = ${titleKey(sql`${title}::text`)}`);
  return existingSong?.id ?? createSong(scope, { title }, now);
}

export async function updateSong(
  { tx, record, changed }: ChangeScope,
  { id, next, now }: { id: string; next: Date | undefined; now: number },
  body: BodyOf<typeof contract.updateSong>,
): Promise<void> {
  // A stronger lock would deadlock with the key-share locks of setlist rows.
  const [before] = await tx.select().from(songs).where(eq(songs.id, id)).for('no key update');
  if (!before) throw notFound('Song');
  const { firstPlayed, lastPlayed, version: baseVersion, ...fields } = body;
  await rejectStale(tx, {
    id,
    label: () => `“${before.title}”`,
    baseVersion,
    currentVersion: before.version,
    versionKey: 'version',
    fields: FIELD_LABELS,
  });
  const [displayed] = await findSongs(tx, next, id);
  validatePlayedDates(body, displayed, now);
  const version = before.version + 1;
  await tx
    .update(songs)
    .set({
      ...fields,
      title: fields.title ?? before.title,
      importedFirstPlayed: toImportedDate(firstPlayed, displayed?.firstPlayed),
      importedLastPlayed: toImportedDate(lastPlayed, displayed?.lastPlayed),
      version,
    })
    .where(eq(songs.id, id))
    .catch(rejectDuplicateTitle);
  const [after] = await tx.select().from(songs).where(eq(songs.id, id));
  await record({ action: 'song.update', subjectId: id, before, after });
  changed({ topic: 'song', subjectId: id, version });
}

const FIELD_LABELS = {
  title: 'the title',
  album: 'the album',
  rarity: 'the rarity',
  category: 'the category',
  importedFirstPlayed: 'the first date',
  importedLastPlayed: 'the last date',
};

function rejectDuplicateTitle(error: unknown): never {
  if (findViolatedConstraint(error) === 'songs_title')
    throw new ApiError(409, 'A song with this title already exists');
  throw error;
}
