import { compare, type Finding, median, withAlso } from './support/compare.ts';
import { openTwoCrowds } from './support/two-crowds.ts';

// A collection of garbage on either side doubles a round: of nine, chance would make the median.
const ROUNDS = 21;

/**
 * From an administrator's POST that adds a song to the last of 5,000 sockets that hears of it, beside
 * a bare ws server that sends the same bytes to as many. The standings of 100,000 that come with the
 * song are part of it; the commit is not: the answer to the same POST while no socket was open, its
 * median in this run, is taken off each time.
 */
export async function fanout(): Promise<Finding> {
  const commits: number[] = [];
  const crowds = await openTwoCrowds({ keepPages: false }, async (show) => {
    for (let song = 0; song <= ROUNDS; song += 1) {
      await show.pause();
      const begun = performance.now();
      await show.addSong();
      // The first warms up.
      if (song > 0) commits.push(performance.now() - begun);
    }
  });
  const commit = median(commits);
  // As `compare`, without the round that warms up.
  const withCommit: number[] = [];
  try {
    const finding = await compare({
      bench: 'fanout',
      unit: 'ms',
      rounds: ROUNDS,
      async ours() {
        const last = (await crowds.song()).after.at(-1) ?? Number.NaN;
        withCommit.push(last);
        return last - commit;
      },
      baseline: async () => (await crowds.bareSong()).after.at(-1) ?? Number.NaN,
      bar: { atMost: 1.5 },
    });
    return withAlso(finding, { commit, 'with the commit': median(withCommit.slice(1)) });
  } finally {
    await crowds.close();
  }
}
