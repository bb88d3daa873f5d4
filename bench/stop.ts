import { setShowStatus } from '#contract/shows.ts';
import { addDetails, compareWithPromise, type Finding, median } from './support/compare.ts';
import { startLiveShow } from './support/live-show.ts';
import { createProbe } from './support/probed.ts';

const FANS = 100_000;
const SONGS = 5;
const SOCKETS = 5_000;
const CLOSES = 5;
const PROMISED_MS = 50;

/**
 * The longest block of the built server's event loop while a song is added to a show with 100,000
 * predictions of 20 songs each, its board is read and one page is notified, and while that show is
 * closed and scored. Reports the median of several songs and closes, because anything that stops
 * the machine counts too, and the worst. Also measures a song for 5,000 sockets, and the show going
 * live again, which reads all picks.
 */
export async function stop(): Promise<Finding[]> {
  const probe = await createProbe();
  const show = await startLiveShow(FANS, probe.started);
  try {
    const board = () => show.call('GET', `/api/leaderboard/show/${show.showId}`);
    const playSong = async () => {
      await show.pause();
      await show.crowd.measureArrivals('product', show.addSong);
      await board();
    };
    const openSockets = async (count: number) => {
      const crowd = await show.pages(count);
      await show.crowd.open({ target: 'product', url: show.url, crowd, liveShow: undefined });
    };
    await openSockets(1);
    const [song = []] = await measureStops(SONGS, playSong);
    const [close = [], live = []] = await measureStops(
      CLOSES,
      () => setStatus('closed').then(board),
      () => setStatus('live').then(board),
    );
    await openSockets(SOCKETS);
    const [crowded = []] = await measureStops(SONGS, playSong);
    return [
      addDetails(createFinding('stop: song', song), { 'with 5,000 sockets': median(crowded) }),
      createFinding('stop: close', close),
      createFinding('stop: live again', live),
    ];
  } finally {
    await show.close();
  }

  /**
   * The longest block in each of the steps, run in sequence. The first time warms up and doesn't
   * count.
   */
  async function measureStops(
    times: number,
    ...steps: (() => Promise<unknown>)[]
  ): Promise<number[][]> {
    const stops = steps.map((): number[] => []);
    for (let time = 0; time <= times; time += 1) {
      for (const [index, step] of steps.entries()) {
        await probe.read();
        await step();
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

function createFinding(benchmark: string, stops: readonly number[]): Finding {
  const finding = compareWithPromise({
    benchmark,
    unit: 'ms',
    product: median(stops),
    promised: PROMISED_MS,
  });
  return addDetails(finding, { worst: Math.max(...stops) });
}
