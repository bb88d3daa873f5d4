/**
 * Measures how much more often than expected each song is played in some circumstance, such as on
 * Saturdays, in Ohio or after another song.
 */
export interface Affinities {
  /** Sums log(played / expected) over the circumstances, for the first `songCount` songs. */
  sumLogRatios(circumstances: readonly string[], songCount: number): Float64Array;
  record(circumstances: readonly string[], expected: Float64Array, played: readonly number[]): void;
}

/** Indexed by song number, because these loops dominate the training time. */
interface Counts {
  played: Float64Array;
  expected: Float64Array;
}

/** `priorWeight` is in plays. */
export function createAffinities(priorWeight: number): Affinities {
  const countsByCircumstance = new Map<string, Counts>();
  return {
    sumLogRatios(circumstances, songCount) {
      const sums = new Float64Array(songCount);
      for (const circumstance of circumstances) {
        const counts = countsByCircumstance.get(circumstance);
        if (!counts) continue;
        const { played, expected } = counts;
        const end = Math.min(songCount, expected.length);
        for (let song = 0; song < end; song += 1)
          sums[song] =
            (sums[song] ?? 0) +
            Math.log(((played[song] ?? 0) + priorWeight) / ((expected[song] ?? 0) + priorWeight));
      }
      return sums;
    },
    record(circumstances, expected, played) {
      for (const circumstance of circumstances) {
        const counts = withCapacity(expected.length, countsByCircumstance.get(circumstance));
        countsByCircumstance.set(circumstance, counts);
        const sums = counts.expected;
        for (let song = 0; song < expected.length; song += 1)
          sums[song] = (sums[song] ?? 0) + (expected[song] ?? 0);
        // A debut has no expected plays, so it is not counted.
        for (const song of played)
          if (song < expected.length) counts.played[song] = (counts.played[song] ?? 0) + 1;
      }
    },
  };
}

function withCapacity(songCount: number, counts?: Counts): Counts {
  if (counts && counts.expected.length >= songCount) return counts;
  const resized = {
    played: new Float64Array(2 * songCount),
    expected: new Float64Array(2 * songCount),
  };
  if (counts) {
    resized.played.set(counts.played);
    resized.expected.set(counts.expected);
  }
  return resized;
}
