/** How much more often than expected songs are played on Saturdays, in Ohio, and so on. */
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

/** In plays per show. Rarer songs take most of the time and change no ratio. */
const MIN_EXPECTED = 0.002;

/** `priorWeight` is in plays. */
export function createAffinities(priorWeight: number): Affinities {
  const countsByCircumstance = new Map<string, Counts>();
  return {
    sumLogRatios(circumstances, songCount) {
      // One logarithm of the product is faster than a sum of logarithms.
      const ratios = new Float64Array(songCount).fill(1);
      for (const circumstance of circumstances) {
        const counts = countsByCircumstance.get(circumstance);
        if (!counts) continue;
        const { played, expected } = counts;
        const end = Math.min(songCount, expected.length);
        for (let song = 0; song < end; song += 1)
          ratios[song] =
            ((ratios[song] ?? 1) * ((played[song] ?? 0) + priorWeight)) /
            ((expected[song] ?? 0) + priorWeight);
      }
      return ratios.map(Math.log);
    },
    record(circumstances, expected, played) {
      const songsInRotation = new Uint32Array(expected.length);
      let count = 0;
      for (let song = 0; song < expected.length; song += 1)
        if ((expected[song] ?? 0) > MIN_EXPECTED) {
          songsInRotation[count] = song;
          count += 1;
        }
      for (const circumstance of circumstances) {
        const counts = withCapacity(expected.length, countsByCircumstance.get(circumstance));
        countsByCircumstance.set(circumstance, counts);
        const sums = counts.expected;
        for (let n = 0; n < count; n += 1) {
          const song = songsInRotation[n] ?? 0;
          sums[song] = (sums[song] ?? 0) + (expected[song] ?? 0);
        }
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
