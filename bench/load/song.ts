import { setTimeout as sleep } from 'node:timers/promises';
import { getMyShowRow } from '#contract/leaderboards.ts';
import { buildUrl } from '#contract/url.ts';
import {
  type Database,
  type SeededProduct,
  startSeededProduct,
} from '../../tests/crowd/seeded-product.ts';
import { sessionCookie } from '../support/embedded-product.ts';
import { fetchBoard, stopAsking } from './ask.ts';
import { openCrowd, type PagesReport } from './crowd.ts';
import type { Rush } from './report.ts';

export const PAGES = 5_000;
const SONGS = 15;
const PROMISED_MS = 500;
const PROMISED_REQUESTS = 0.05;
/** Above the throttle of one song per second and show. */
const BETWEEN_SONGS_MS = 2_000;

/** Adds songs, and measures until each is on 5,000 fans' pages with their own points and rank. */
export async function song(database: Database): Promise<Rush> {
  const product = await startSeededProduct(database, PAGES);
  await product.begin();
  const crowd = await openCrowd(product);
  try {
    const times: number[] = [];
    let [requests, missing] = [0, 0];
    let last: PagesReport | undefined;
    for (let count = 1; count <= SONGS; count += 1) {
      await sleep(BETWEEN_SONGS_MS);
      await crowd.expect(count);
      const postedAt = Date.now();
      await product.play(product.songIds[count * 11] ?? '');
      last = await crowd.wait();
      times.push(...last.times.map((time) => time - postedAt));
      requests += last.requests;
      missing += PAGES - last.times.length;
    }
    const requestsPerSong = requests / PAGES / SONGS;
    return {
      name: `song, ${database}`,
      description: `${SONGS} songs, each from its request to the row, the points and the rank on ${PAGES} pages`,
      times,
      promised: PROMISED_MS,
      errors: {
        'pages without it': missing,
        "points that differ from the server's": await countWrong(product, last?.ownRows ?? []),
        'more requests than promised': requestsPerSong > PROMISED_REQUESTS ? requests : 0,
      },
      notes: {
        'requests a page and song': requestsPerSong.toFixed(4),
        'server MB': product.peakMemory() ?? '',
      },
    };
  } finally {
    crowd.close();
    stopAsking();
    await product.close();
  }
}

/** Counts the pages whose own row differs from the server's. */
async function countWrong(
  { url, showId }: SeededProduct,
  rows: PagesReport['ownRows'],
): Promise<number> {
  const address = url + buildUrl(getMyShowRow.path, { params: { id: showId } });
  let wrongCount = 0;
  for (const [fan, row] of rows.entries()) {
    const { text } = await fetchBoard(address, { cookie: sessionCookie(fan) });
    const { rank, totalPoints } = JSON.parse(text);
    if (row?.rank !== rank || row?.totalPoints !== totalPoints) wrongCount += 1;
  }
  return wrongCount;
}
