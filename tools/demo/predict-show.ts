import { inArray } from 'drizzle-orm';
import type { BandPack } from '#server/catalog/band-pack/band-pack.ts';
import type { PackShow } from '#server/catalog/band-pack/check-tables.ts';
import type { Db } from '#server/db/open.ts';
import { predictionSongs, predictions } from '#server/db/schema/predictions.ts';
import { songs } from '#server/db/schema/songs.ts';
import { HABITS, pickTitles } from '#server/demo/fan-habits.ts';
import type { Random } from '#server/demo/random.ts';
import type { RealShow } from '../replay/show-file.ts';

/** Each fan predicts from the earlier shows, at least an hour before the start. */
export async function predictShow(
  db: Db,
  options: {
    show: { id: string; date: Date };
    fans: readonly string[];
    history: readonly RealShow[];
    random: Random;
  },
): Promise<void> {
  const { show, fans, history, random } = options;
  const habits = Object.values(HABITS);
  const lists = fans.flatMap((userId, index) => {
    const habit = habits[index % habits.length];
    return habit ? [{ userId, titles: pickTitles(habit, history, random) }] : [];
  });
  const titles = [...new Set(lists.flatMap((list) => list.titles))];
  const songRows = await db
    .select({ id: songs.id, title: songs.title })
    .from(songs)
    .where(inArray(songs.title, titles));
  const songIds = new Map(songRows.map(({ id, title }) => [title, id]));
  const hourMs = 60 * 60 * 1000;
  const latestMs = Math.min(show.date.getTime(), Date.now());
  const predictionRows = await db
    .insert(predictions)
    .values(
      lists.map(({ userId }) => ({
        userId,
        showId: show.id,
        submittedAt: new Date(latestMs - hourMs * (1 + 40 * random())),
      })),
    )
    // A visitor may already have predicted.
    .onConflictDoNothing()
    .returning({ id: predictions.id, userId: predictions.userId });
  const titlesByUser = new Map(lists.map((list) => [list.userId, list.titles]));
  const picks = predictionRows.flatMap(({ id: predictionId, userId }) =>
    (titlesByUser.get(userId) ?? []).flatMap((title, index) => {
      const songId = songIds.get(title);
      return songId ? [{ predictionId, songId, position: index + 1 }] : [];
    }),
  );
  if (picks.length > 0) await db.insert(predictionSongs).values(picks);
}

/** In the format that the fans' habits read, oldest first. */
export function listPlayedShows(pack: BandPack): (RealShow & Pick<PackShow, 'key' | 'tourName'>)[] {
  const titlesByKey = new Map(pack.songs.map(({ key, title }) => [key, title]));
  return (
    pack.shows
      .filter((show) => show.setlist.length > 0)
      // The demo's pack has relative days instead of dates.
      .toSorted((a, b) => Number(a.day) - Number(b.day))
      .map((show) => ({
        key: show.key,
        tourName: show.tourName,
        date: String(show.day),
        venue: show.venue ?? show.name,
        city: show.city,
        state: show.state,
        country: show.country,
        tour: show.tourName,
        songs: show.setlist.map((row) => ({
          title: titlesByKey.get(row.song) ?? row.song,
          setLabel: row.setLabel ?? '',
          isCloser: row.isCloser,
        })),
      }))
  );
}
