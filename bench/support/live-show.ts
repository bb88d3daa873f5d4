import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { getShowLeaderboard } from '#contract/leaderboards.ts';
import { getLiveShow, type LiveShowState } from '#contract/live-shows.ts';
import { addSetlistSong } from '#contract/setlists.ts';
import { users } from '#server/db/schema/accounts.ts';
import { predictionSongs, predictions } from '#server/db/schema/predictions.ts';
import { type Crowd, type CrowdPage, startCrowd } from './crowd.ts';
import { seedScoredShow } from './seed.ts';
import { buildSessionCookie, startUrlProduct, type UrlProduct } from './url-product.ts';

/** Longer than the throttle of one song per second and show. */
const BETWEEN_SONGS_MS = 1_100;
const PLAYED_SONG_COUNT = 5;

export interface LiveShow extends UrlProduct {
  showId: string;
  crowd: Crowd;
  pages(count: number): Promise<CrowdPage[]>;
  loadLiveShow(): Promise<LiveShowState>;
  /** Waits longer than the throttle, so that the next song is sent immediately. */
  pause(): Promise<void>;
  addSong(): Promise<void>;
  /** Sends a request as the administrator. @throws Error if it is rejected */
  call(method: string, path: string, body?: object): Promise<Response>;
}

export async function startLiveShow(
  fans: number,
  startOptions?: Parameters<typeof startUrlProduct>[2],
): Promise<LiveShow> {
  let showId = '';
  const songIds: string[] = [];
  const seed: Parameters<typeof startUrlProduct>[1] = async ({ db }) => {
    showId = await seedScoredShow(db, 'live');
    await db.execute(sql`delete from live_setlist_songs
      where show_id = ${showId} and position > ${PLAYED_SONG_COUNT}`);
    await db.execute(sql`update users set is_admin = true where username = 'fan1'`);
    const unplayed = await db.execute<{ id: string }>(sql`select id from songs
      where id not in (select song_id from live_setlist_songs) order by title`);
    songIds.push(...unplayed.rows.map(({ id }) => id));
  };
  const product = await startUrlProduct(fans, seed, startOptions);
  const { db } = product.database;
  const crowd = startCrowd();
  const cookie = buildSessionCookie(1);
  const showPath = ({ path }: { path: string }) => path.replace('{id}', showId);

  async function call(method: string, path: string, body?: object): Promise<Response> {
    const response = await fetch(product.url + path, {
      method,
      headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  }

  // Loads the picks into memory before the crowd connects.
  await call('GET', showPath(getShowLeaderboard));

  return {
    ...product,
    showId,
    crowd,
    call,
    pause: () => sleep(BETWEEN_SONGS_MS),
    loadLiveShow: async () =>
      (await (await call('GET', showPath(getLiveShow))).json()) as LiveShowState,
    async addSong() {
      const response = await call('POST', showPath(addSetlistSong), { songId: songIds.pop() });
      await response.arrayBuffer();
    },
    async pages(count) {
      const rows = await db
        .select({
          userId: users.id,
          username: users.username,
          picks: sql<CrowdPage['picks']>`(
            select json_agg(json_build_object('songId', song_id, 'position', position))
            from ${predictionSongs} where prediction_id = ${predictions.id})`,
        })
        .from(predictions)
        .innerJoin(users, eq(users.id, predictions.userId))
        .where(sql`substring(${users.username}, 4)::int <= ${count}`);
      return rows.map((row) => ({
        ...row,
        cookie: buildSessionCookie(Number(row.username.slice(3))),
      }));
    },
    async close() {
      await crowd.close();
      await product.close();
    },
  };
}
