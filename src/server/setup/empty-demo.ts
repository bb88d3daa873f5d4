import { and, eq, inArray, isNotNull, like, notExists, notInArray, sql } from 'drizzle-orm';
import { buildImportKey } from '../catalog/band-pack/import-key.ts';
import { lockCatalog } from '../catalog/load-catalog.ts';
import { EVERYTHING } from '../changes/bus.ts';
import type { ChangeScope } from '../changes/run-change.ts';
import type { ShowScoring } from '../context.ts';
import type { DbOrTx } from '../db/open.ts';
import { forumPosts } from '../db/schema/forums.ts';
import { predictionSongs, predictions } from '../db/schema/predictions.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import { shows } from '../db/schema/shows.ts';
import { songs } from '../db/schema/songs.ts';

export interface DemoContent {
  shows: number;
  songs: number;
  songsKept: number;
  predictions: number;
  posts: number;
  fans: number;
}

export async function countDemoContent(db: DbOrTx, demoBand: string): Promise<DemoContent> {
  const { demoShows, demoSongs, isUnused } = selectDemoContent(db, demoBand);
  const isDemoPrediction = inArray(predictions.showId, demoShows);
  const [counts] = await db
    .select({ fans: sql<number>`count(distinct ${predictions.userId})::int` })
    .from(predictions)
    .where(isDemoPrediction);
  const deletedSongCount = await db.$count(songs, and(demoSongs, isUnused));
  return {
    shows: await db.$count(shows, inArray(shows.id, demoShows)),
    songs: deletedSongCount,
    songsKept: (await db.$count(songs, demoSongs)) - deletedSongCount,
    predictions: await db.$count(predictions, isDemoPrediction),
    posts: await db.$count(forumPosts, inArray(forumPosts.threadId, demoShows)),
    fans: counts?.fans ?? 0,
  };
}

/** Also updates users' totals. Keeps accounts, and threads that don't belong to a show. */
export async function emptyDemo(
  { tx, record, changed }: ChangeScope,
  scoring: ShowScoring,
  { demoBand, savedAs }: { demoBand: string; savedAs: string },
): Promise<DemoContent> {
  await lockCatalog(tx);
  await tx.execute(sql`lock table ${shows} in exclusive mode`);
  const deletedContent = await countDemoContent(tx, demoBand);
  const { demoShows, demoSongs, isUnused } = selectDemoContent(tx, demoBand);
  const scoredShows = await tx
    .select({ id: shows.id })
    .from(shows)
    .where(and(inArray(shows.id, demoShows), isNotNull(shows.scoredAt)));
  // Clears scores first, because the predictions determine whose totals change.
  for (const { id } of scoredShows) await scoring.clear(tx, id);
  // Deletes songs first: `isUnused` can only be evaluated while the shows exist.
  await tx.delete(songs).where(and(demoSongs, isUnused));
  await tx.delete(shows).where(inArray(shows.id, demoShows));
  await record({ action: 'setup.empty-demo', before: deletedContent, after: { savedAs } });
  changed(...EVERYTHING);
  return deletedContent;
}

function selectDemoContent(db: DbOrTx, demoBand: string) {
  const key = `${buildImportKey(demoBand, '')}%`;
  const demoShows = db.select({ id: shows.id }).from(shows).where(like(shows.importKey, key));
  const otherShowRows = db
    .select({ exists: sql`1` })
    .from(liveSetlistSongs)
    .where(
      and(eq(liveSetlistSongs.songId, songs.id), notInArray(liveSetlistSongs.showId, demoShows)),
    );
  const otherShowPicks = db
    .select({ exists: sql`1` })
    .from(predictionSongs)
    .innerJoin(predictions, eq(predictions.id, predictionSongs.predictionId))
    .where(and(eq(predictionSongs.songId, songs.id), notInArray(predictions.showId, demoShows)));
  return {
    demoShows,
    demoSongs: like(songs.importKey, key),
    isUnused: and(notExists(otherShowRows), notExists(otherShowPicks)),
  };
}
