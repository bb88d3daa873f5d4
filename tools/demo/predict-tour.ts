import { asc, eq } from 'drizzle-orm';
import type { BandPack } from '#server/catalog/band-pack/band-pack.ts';
import type { Db } from '#server/db/open.ts';
import { shows } from '#server/db/schema/shows.ts';
import { createRandom } from '#server/demo/random.ts';
import { createScoring } from '#server/scoring/calculate.ts';
import { listPlayedShows, predictShow } from './predict-show.ts';

/** Adds predictions and scores to the last tour, as if fans had played all along. */
export async function predictTour(db: Db, pack: BandPack, fans: readonly string[]): Promise<void> {
  const random = createRandom(20);
  const scoring = createScoring({ clock: Date.now });
  const pastShows = listPlayedShows(pack);
  const tourName = pastShows.at(-1)?.tourName;
  if (!tourName) return;
  const tour = await db
    .select({ id: shows.id, date: shows.date })
    .from(shows)
    .where(eq(shows.tourName, tourName))
    .orderBy(asc(shows.date));
  for (const [index, show] of tour.entries()) {
    const history = pastShows.slice(0, pastShows.length - tour.length + index);
    // Not every fan predicts every show.
    const predictors = fans.filter(() => random() < 0.7);
    await predictShow(db, { show, fans: predictors, history, random });
    await db.transaction((tx) => scoring.calculate(tx, show.id));
  }
}
