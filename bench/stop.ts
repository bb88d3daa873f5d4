import { setShowStatus } from '#contract/shows.ts';
import { againstPromise, type Finding } from './support/compare.ts';
import { startLiveShow } from './support/live-show.ts';
import { createProbe } from './support/probed.ts';

const FANS = 100_000;
const SONGS = 5;
const CLOSES = 3;
const PROMISED_MS = 50;

/**
 * The longest stop of the built server's event loop while a song is added to a show that 100,000 have
 * predicted with 20 songs each, its board read and one page told, and while that show is closed and
 * scored. What stops the whole machine counts as well: look at its load.
 */
export async function stop(): Promise<Finding[]> {
  const probe = await createProbe();
  const show = await startLiveShow(FANS, probe.started);
  const board = `/api/leaderboard/show/${show.showId}`;
  try {
    await show.crowd.open({
      line: 'ours',
      url: show.url,
      crowd: await show.pages(1),
      night: undefined,
    });
    const song = await longestOf(SONGS, async () => {
      await show.rest();
      await show.crowd.hear('ours', show.addSong);
      await show.call('GET', board);
    });
    const close = await longestOf(CLOSES, async () => {
      await setStatus('closed');
      await show.call('GET', board);
      await setStatus('live');
      await show.call('GET', board);
    });
    return [found('stop: song', song), found('stop: close', close)];
  } finally {
    await show.close();
  }

  /** Of several times after one that warms up. */
  async function longestOf(times: number, does: () => Promise<void>): Promise<number> {
    await does();
    await probe.read();
    let longest = 0;
    for (let time = 0; time < times; time += 1) {
      await does();
      longest = Math.max(longest, (await probe.read()).longestStopMs);
    }
    return longest;
  }

  function setStatus(status: string): Promise<Response> {
    const path = setShowStatus.path.replace('{id}', show.showId);
    return show.call(setShowStatus.method, path, { status });
  }
}

function found(bench: string, ours: number): Finding {
  return againstPromise({ bench, unit: 'ms', ours, promised: PROMISED_MS });
}
