import { setTimeout as sleep } from 'node:timers/promises';
import { getMyShowRow } from '#contract/leaderboards.ts';
import { buildUrl } from '#contract/url.ts';
import {
  type Database,
  type SeededProduct,
  startSeededProduct,
} from '../../tests/crowd/seeded-product.ts';
import { buildSessionCookie } from '../support/embedded-product.ts';
import { openCrowd, type PagesReport } from './crowd.ts';
import type { LoadResult } from './report.ts';
import { closeConnections, sendRequest } from './send-request.ts';

export const PAGE_COUNT = 5_000;
const SONG_COUNT = 15;
const TARGET_MS = 500;
const TARGET_REQUESTS = 0.05;
/** Longer than the throttle of one song per second and show. */
const BETWEEN_SONGS_MS = 2_000;

/** Measures how long a song takes to reach 5,000 fans' pages, with their own points and rank. */
export async function measureSong(database: Database): Promise<LoadResult> {
  const product = await startSeededProduct(database, PAGE_COUNT);
  await product.startShow();
  const crowd = await openCrowd(product);
  try {
    const times: number[] = [];
    let [requests, missingCount] = [0, 0];
    let lastReport: PagesReport | undefined;
    for (let count = 1; count <= SONG_COUNT; count += 1) {
      await sleep(BETWEEN_SONGS_MS);
      await crowd.expect(count);
      const postedAt = Date.now();
      await product.play(product.songIds[count * 11] ?? '');
      lastReport = await crowd.wait();
      times.push(...lastReport.times.map((time) => time - postedAt));
      requests += lastReport.requests;
      missingCount += PAGE_COUNT - lastReport.times.length;
    }
    const requestsPerSong = requests / PAGE_COUNT / SONG_COUNT;
    return {
      name: `song, ${database}`,
      description: `${SONG_COUNT} songs, each from its request to the row, the points and the rank on ${PAGE_COUNT} pages`,
      times,
      target: TARGET_MS,
      errors: {
        'pages without the song': missingCount,
        "points that differ from the server's": await countWrongRows(
          product,
          lastReport?.ownRows ?? [],
        ),
        'too many requests': requestsPerSong > TARGET_REQUESTS ? requests : 0,
      },
      notes: {
        'requests per page and song': requestsPerSong.toFixed(4),
        'server MB': product.peakMemory() ?? '',
      },
    };
  } finally {
    crowd.close();
    closeConnections();
    await product.close();
  }
}

async function countWrongRows(
  { url, showId }: SeededProduct,
  rows: PagesReport['ownRows'],
): Promise<number> {
  const rowUrl = url + buildUrl(getMyShowRow.path, { params: { id: showId } });
  let wrongCount = 0;
  for (const [fan, row] of rows.entries()) {
    const { text } = await sendRequest(rowUrl, { cookie: buildSessionCookie(fan) });
    const { rank, totalPoints } = JSON.parse(text);
    if (row?.rank !== rank || row?.totalPoints !== totalPoints) wrongCount += 1;
  }
  return wrongCount;
}
