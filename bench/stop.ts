import { setShowStatus } from '#contract/shows.ts';
import { againstPromise, type Finding, median, withAlso } from './support/compare.ts';
import { startLiveShow } from './support/live-show.ts';
import { createProbe } from './support/probed.ts';

const FANS = 100_000;
const SONGS = 5;
const SOCKETS = 5_000;
const CLOSES = 5;
const PROMISED_MS = 50;

/**
 * The longest stop of the built server's event loop while a song is added to a show that 100,000 have
 * predicted with 20 songs each, its board read and one page told, and while that show is closed and
 * scored: the median of some songs and closes, as what stops the whole machine counts too, and the worst beside
 * it. The same is said of a song told to 5,000 sockets, and of the show being live again, when all picks are read.
 */
export async function stop(): Promise<Finding[]> {
  const probe = await createProbe();
  const show = await startLiveShow(FANS, probe.started);
  try {
    const board = () => show.call('GET', `/api/leaderboard/show/${show.showId}`);
    const aSong = async () => {
      await show.pause();
      await show.crowd.hear('ours', show.addSong);
      await board();
    };
    const openSockets = async (count: number) => {
      const crowd = await show.pages(count);
      await show.crowd.open({ target: 'ours', url: show.url, crowd, night: undefined });
    };
    await openSockets(1);
    const [song = []] = await stopsOf(SONGS, aSong);
    const [close = [], live = []] = await stopsOf(
      CLOSES,
      () => setStatus('closed').then(board),
      () => setStatus('live').then(board),
    );
    await openSockets(SOCKETS);
    const [crowded = []] = await stopsOf(SONGS, aSong);
    return [
      withAlso(found('stop: song', song), { 'with 5,000 sockets': median(crowded) }),
      found('stop: close', close),
      found('stop: live again', live),
    ];
  } finally {
    await show.close();
  }

  /** The longest stop in each of these that follow each other, each time but the first, which warms up. */
  async function stopsOf(times: number, ...steps: (() => Promise<unknown>)[]): Promise<number[][]> {
    const stops = steps.map((): number[] => []);
    for (let time = 0; time <= times; time += 1) {
      for (const [index, does] of steps.entries()) {
        await probe.read();
        await does();
        const { longestStopMs } = await probe.read();
        if (time > 0) stops[index]?.push(longestStopMs);
      }
    }
    return stops;
  }

  function setStatus(status: string): Promise<Response> {
    const path = setShowStatus.path.replace('{id}', show.showId);
    return show.call(setShowStatus.method, path, { status });
  }
}

function found(bench: string, stops: readonly number[]): Finding {
  const finding = againstPromise({ bench, unit: 'ms', ours: median(stops), promised: PROMISED_MS });
  return withAlso(finding, { worst: Math.max(...stops) });
}
