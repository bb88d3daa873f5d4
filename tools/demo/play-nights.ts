import { setTimeout as wait } from 'node:timers/promises';
import { and, asc, eq, gt } from 'drizzle-orm';
import { addSetlistSong } from '#contract/setlists.ts';
import { setShowStatus, updateShow } from '#contract/shows.ts';
import { listSongs } from '#contract/songs.ts';
import type { BandPack } from '#server/catalogue/band-pack/band-pack.ts';
import type { Db } from '#server/db/open.ts';
import { shows } from '#server/db/schema/shows.ts';
import { RefusedError, type Session } from '../api-client.ts';
import { createRandom, type Random } from '../replay/fans.ts';
import type { RealShow } from '../replay/show-file.ts';
import { listPlayedShows, predictShow } from './predict-show.ts';

const SECONDS_BETWEEN_SONGS = 6;
const SECONDS_BETWEEN_SHOWS = 60;

/** Plays upcoming shows one at a time through the API, until the signal aborts. */
export async function playNights(options: {
  db: Db;
  bandPack: BandPack;
  fans: readonly string[];
  stagehand: Session;
  signal: AbortSignal;
}): Promise<void> {
  const { db, bandPack, fans, stagehand, signal } = options;
  const random = createRandom(7);
  const history: RealShow[] = listPlayedShows(bandPack);
  const idOf = new Map((await stagehand.call(listSongs)).map(({ id, title }) => [title, id]));
  try {
    for (;;) {
      const [show] = await db
        .select({ id: shows.id, name: shows.name, date: shows.date })
        .from(shows)
        .where(and(eq(shows.status, 'open'), gt(shows.date, new Date())))
        .orderBy(asc(shows.date))
        .limit(1);
      if (!show) return;
      await predictShow(db, { show, fans, history, random });
      const tonight = inventSetlist(history, random);
      // A visitor who tries out the admin panel may change the show or a song while it is played.
      await playNight(show.id, tonight).catch((error: unknown) => {
        if (!(error instanceof RefusedError)) throw error;
        console.log(`${show.name} was interrupted: ${error.message}`);
      });
      history.push(tonight);
      await wait(SECONDS_BETWEEN_SHOWS * 1000, undefined, { signal });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }

  async function playNight(id: string, { songs }: RealShow): Promise<void> {
    const params = { id };
    await stagehand.call(updateShow, { params, body: { date: new Date().toISOString() } });
    await stagehand.call(setShowStatus, { params, body: { status: 'live' } });
    for (const { title, ...row } of songs) {
      await wait(SECONDS_BETWEEN_SONGS * 1000, undefined, { signal });
      const songId = idOf.get(title);
      if (songId) await stagehand.call(addSetlistSong, { params, body: { songId, ...row } });
    }
    await wait(SECONDS_BETWEEN_SONGS * 1000, undefined, { signal });
    await stagehand.call(setShowStatus, { params, body: { status: 'closed' } });
  }
}

/**
 * Makes up a show like a past one, with a third of its songs replaced by others of recent shows.
 */
function inventSetlist(history: readonly RealShow[], random: Random): RealShow {
  const model = history[Math.floor(random() * history.length)];
  if (!model) throw new Error('The band pack has no setlist to play like.');
  const titles = new Set(model.songs.map((song) => song.title));
  const recent = history.slice(-30).flatMap((show) => show.songs.map((song) => song.title));
  const songs = model.songs.map((song) => {
    const other = recent[Math.floor(random() * recent.length)];
    if (!other || random() > 1 / 3 || titles.has(other)) return song;
    titles.add(other);
    return { ...song, title: other };
  });
  return { ...model, songs };
}
