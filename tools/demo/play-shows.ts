import { setTimeout as wait } from 'node:timers/promises';
import { and, asc, eq, gt } from 'drizzle-orm';
import { addSetlistSong } from '#contract/setlists.ts';
import { setShowStatus, updateShow } from '#contract/shows.ts';
import { listSongs } from '#contract/songs.ts';
import type { BandPack } from '#server/catalog/band-pack/band-pack.ts';
import type { Db } from '#server/db/open.ts';
import { shows } from '#server/db/schema/shows.ts';
import { ResponseError, type Session } from '../api-client.ts';
import { createRandom, type Random } from '../replay/fans.ts';
import type { RealShow } from '../replay/show-file.ts';
import { listPlayedShows, predictShow } from './predict-show.ts';

const SECONDS_BETWEEN_SONGS = 6;
const SECONDS_BETWEEN_SHOWS = 60;

/** Plays upcoming shows one at a time through the API, until the signal aborts. */
export async function playShows(options: {
  db: Db;
  bandPack: BandPack;
  fans: readonly string[];
  admin: Session;
  signal: AbortSignal;
}): Promise<void> {
  const { db, bandPack, fans, admin, signal } = options;
  const random = createRandom(7);
  const history: RealShow[] = listPlayedShows(bandPack);
  const songIds = new Map((await admin.call(listSongs)).map(({ id, title }) => [title, id]));
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
      const inventedShow = inventSetlist(history, random);
      // A visitor who tries out the admin panel may change the show or a song while it is played.
      await playShow(show.id, inventedShow).catch((error: unknown) => {
        if (!(error instanceof ResponseError)) throw error;
        console.log(`${show.name} was interrupted: ${error.message}`);
      });
      history.push(inventedShow);
      await wait(SECONDS_BETWEEN_SHOWS * 1000, undefined, { signal });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }

  async function playShow(id: string, { songs }: RealShow): Promise<void> {
    const params = { id };
    await admin.call(updateShow, { params, body: { date: new Date().toISOString() } });
    await admin.call(setShowStatus, { params, body: { status: 'live' } });
    for (const { title, ...row } of songs) {
      await wait(SECONDS_BETWEEN_SONGS * 1000, undefined, { signal });
      const songId = songIds.get(title);
      if (songId) await admin.call(addSetlistSong, { params, body: { songId, ...row } });
    }
    await wait(SECONDS_BETWEEN_SONGS * 1000, undefined, { signal });
    await admin.call(setShowStatus, { params, body: { status: 'closed' } });
  }
}

/**
 * Makes up a show like a past one, with a third of its songs replaced by songs from recent shows.
 */
function inventSetlist(history: readonly RealShow[], random: Random): RealShow {
  const modelShow = history[Math.floor(random() * history.length)];
  if (!modelShow) throw new Error('The band pack has no setlist to imitate.');
  const titles = new Set(modelShow.songs.map((song) => song.title));
  const recentTitles = history.slice(-30).flatMap((show) => show.songs.map((song) => song.title));
  const songs = modelShow.songs.map((song) => {
    const otherTitle = recentTitles[Math.floor(random() * recentTitles.length)];
    if (!otherTitle || random() > 1 / 3 || titles.has(otherTitle)) return song;
    titles.add(otherTitle);
    return { ...song, title: otherTitle };
  });
  return { ...modelShow, songs };
}
