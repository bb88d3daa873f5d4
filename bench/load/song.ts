import { setTimeout as sleep } from 'node:timers/promises';
import { getMyShowRow } from '#contract/leaderboards.ts';
import { urlOf } from '#contract/url.ts';
import { type Database, type Evening, openEvening } from '../../tests/crowd/evening.ts';
import { cookieOf } from '../support/embedded-product.ts';
import { ask, stopAsking } from './ask.ts';
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
  const evening = await openEvening(database, PAGES);
  await evening.begin();
  const crowd = await openCrowd(evening);
  try {
    const times: number[] = [];
    let [requests, missing] = [0, 0];
    let last: PagesReport | undefined;
    for (let played = 1; played <= SONGS; played += 1) {
      await sleep(BETWEEN_SONGS_MS);
      await crowd.expect(played);
      const posted = Date.now();
      await evening.play(evening.songIds[played * 11] ?? '');
      last = await crowd.wait();
      times.push(...last.at.map((time) => time - posted));
      requests += last.requests;
      missing += PAGES - last.at.length;
    }
    const requestsPerSong = requests / PAGES / SONGS;
    return {
      name: `song, ${database}`,
      what: `${SONGS} songs, each from its request to the row, the points and the rank on ${PAGES} pages`,
      times,
      promised: PROMISED_MS,
      errors: {
        'pages without it': missing,
        "points that differ from the server's": await countWrong(evening, last?.own ?? []),
        'more requests than promised': requestsPerSong > PROMISED_REQUESTS ? requests : 0,
      },
      notes: {
        'requests a page and song': requestsPerSong.toFixed(4),
        'server MB': evening.peakMemory() ?? '',
      },
    };
  } finally {
    crowd.close();
    stopAsking();
    await evening.close();
  }
}

/** Counts the pages whose own row differs from the server's. */
async function countWrong({ url, showId }: Evening, own: PagesReport['own']): Promise<number> {
  const address = url + urlOf(getMyShowRow.path, { params: { id: showId } });
  let wrong = 0;
  for (const [fan, row] of own.entries()) {
    const { text } = await ask(address, { cookie: cookieOf(fan) });
    const { rank, totalPoints } = JSON.parse(text);
    if (row?.rank !== rank || row?.totalPoints !== totalPoints) wrong += 1;
  }
  return wrong;
}
