import { inArray } from 'drizzle-orm';
import type { Crowd } from '#contract/crowd.ts';
import type { Db } from '../db/open.ts';
import { songs } from '../db/schema/songs.ts';
import { createCrowdCounts } from './crowd-counts.ts';
import { toCrowd } from './summarize-crowd.ts';

export type ReadCrowd = ReturnType<typeof createCrowdReader>;

/** Returns a function that reads a show's crowd. Call it only after the picks are revealed. */
export function createCrowdReader(db: Db) {
  const readCounts = createCrowdCounts(db);

  return async (showId: string): Promise<Crowd> => {
    const { sheets, counts } = await readCounts(showId);
    const ids = counts.map(({ songId }) => songId);
    const rows = await db
      .select({ id: songs.id, title: songs.title })
      .from(songs)
      .where(inArray(songs.id, ids));
    const titles = new Map(rows.map((song) => [song.id, song.title]));
    return toCrowd(
      sheets,
      counts.filter(({ songId }) => titles.has(songId)),
      titles,
    );
  };
}
