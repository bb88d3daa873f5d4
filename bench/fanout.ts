import { addDetails, compare, type Finding, median } from './support/compare.ts';
import { openTwoCrowds } from './support/two-crowds.ts';

// A garbage collection on either side doubles a round, so nine rounds would leave the median to
// chance.
const ROUND_COUNT = 21;

/**
 * Measures the time from a song's POST until the last of 5,000 sockets receives it, without the
 * commit: the median time of the same POST without sockets. Compares it with a bare ws server.
 */
export async function measureFanout(): Promise<Finding> {
  const commitTimes: number[] = [];
  const crowds = await openTwoCrowds({ hasPages: false }, async (show) => {
    for (let song = 0; song <= ROUND_COUNT; song += 1) {
      await show.pause();
      const startedAt = performance.now();
      await show.addSong();
      if (song > 0) commitTimes.push(performance.now() - startedAt);
    }
  });
  const commitTime = median(commitTimes);
  // `compare` drops the warm-up round too.
  const arrivalTimes: number[] = [];
  try {
    const finding = await compare({
      benchmark: 'fanout',
      unit: 'ms',
      rounds: ROUND_COUNT,
      async product() {
        const lastArrival = (await crowds.song()).durations.at(-1) ?? Number.NaN;
        arrivalTimes.push(lastArrival);
        return lastArrival - commitTime;
      },
      baseline: async () => (await crowds.bareSong()).durations.at(-1) ?? Number.NaN,
      threshold: { atMost: 1.5 },
    });
    return addDetails(finding, {
      commit: commitTime,
      'including the commit': median(arrivalTimes.slice(1)),
    });
  } finally {
    await crowds.close();
  }
}
