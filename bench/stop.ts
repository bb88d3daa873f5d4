import { setShowStatus } from '#contract/shows.ts';
import { addDetails, compareWithTarget, type Finding, median } from './support/compare.ts';
import { startLiveShow } from './support/live-show.ts';
import { createProbe } from './support/probe-client.ts';

const FAN_COUNT = 100_000;
const SONG_COUNT = 5;
const SOCKET_COUNT = 5_000;
const CLOSE_COUNT = 5;
const TARGET_MS = 50;

/**
 * Measures the longest block of the event loop while a show with 100,000 predictions gets songs and
 * is scored. Reports the median, because a pause of the machine counts too, and the maximum. Also
 * measures a song for 5,000 sockets, and setting the show live again.
 */
export async function measureEventLoopDelay(): Promise<Finding[]> {
  const probe = await createProbe();
  const show = await startLiveShow(FAN_COUNT, probe.startOptions);
  try {
    const readLeaderboard = () => show.call('GET', `/api/leaderboard/show/${show.showId}`);
    const playSong = async () => {
      await show.pause();
      await show.crowd.measureArrivals('product', show.addSong);
      await readLeaderboard();
    };
    const openSockets = async (count: number) => {
      const crowd = await show.pages(count);
      await show.crowd.open({ target: 'product', url: show.url, crowd, liveShow: undefined });
    };
    await openSockets(1);
    const [song = []] = await measureBlocks(SONG_COUNT, playSong);
    const [close = [], live = []] = await measureBlocks(
      CLOSE_COUNT,
      () => setStatus('closed').then(readLeaderboard),
      () => setStatus('live').then(readLeaderboard),
    );
    await openSockets(SOCKET_COUNT);
    const [crowded = []] = await measureBlocks(SONG_COUNT, playSong);
    return [
      addDetails(createFinding('stop: song', song), { 'with 5,000 sockets': median(crowded) }),
      createFinding('stop: close', close),
      createFinding('stop: live again', live),
    ];
  } finally {
    await show.close();
  }

  /** Returns the longest block in each of the steps. The first round warms up. */
  async function measureBlocks(
    rounds: number,
    ...steps: (() => Promise<unknown>)[]
  ): Promise<number[][]> {
    const blocks = steps.map((): number[] => []);
    for (let round = 0; round <= rounds; round += 1) {
      for (const [index, step] of steps.entries()) {
        await probe.read();
        await step();
        const { longestBlockMs } = await probe.read();
        if (round > 0) blocks[index]?.push(longestBlockMs);
      }
    }
    return blocks;
  }

  function setStatus(status: string): Promise<Response> {
    const path = setShowStatus.path.replace('{id}', show.showId);
    return show.call(setShowStatus.method, path, { status });
  }
}

function createFinding(benchmark: string, blocks: readonly number[]): Finding {
  const finding = compareWithTarget({
    benchmark,
    unit: 'ms',
    product: median(blocks),
    target: TARGET_MS,
  });
  return addDetails(finding, { worst: Math.max(...blocks) });
}
