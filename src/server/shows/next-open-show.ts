import { asc, eq } from 'drizzle-orm';
import { acceptsPredictions } from '#contract/show-lock.ts';
import type { Context } from '../context.ts';
import { shows } from '../db/schema/shows.ts';
import { cacheUntilShowChanges } from './cache-until-show-changes.ts';
import type { ShowRow } from './show-row.ts';

export function createNextOpenShow({
  db,
  changeVersions,
  clock,
}: Pick<Context, 'db' | 'changeVersions' | 'clock'>): () => Promise<ShowRow | undefined> {
  const readOpenShows = cacheUntilShowChanges(changeVersions, async () =>
    db.select().from(shows).where(eq(shows.status, 'open')).orderBy(asc(shows.date), asc(shows.id)),
  );
  return async () => {
    const openShows = await readOpenShows();
    const now = clock();
    return openShows.find((show) => acceptsPredictions(show, now));
  };
}
