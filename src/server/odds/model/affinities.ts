/**
 * How much more or less often each song is played under some circumstance than its own rate lets one
 * expect: on Saturdays, in Ohio, the night after another song.
 */
export interface Affinities {
  /**
   * For each of the first `songs` songs, by number: the logarithms of played to expected under these circumstances,
   * added up. Where nothing is known, 0 is added.
   */
  sumsOf(circumstances: readonly string[], songs: number): Float64Array;
  /** Tells what a show under these circumstances was expected to have, and what it had. */
  record(circumstances: readonly string[], expected: Float64Array, played: readonly number[]): void;
}

/** By a song's number, as this is where an archive of thousands of shows takes its time. */
interface Counts {
  played: Float64Array;
  expected: Float64Array;
}

/** `doubt` is how many plays' worth of proof it takes. */
export function createAffinities(doubt: number): Affinities {
  const known = new Map<string, Counts>();
  return {
    sumsOf(circumstances, songs) {
      const sums = new Float64Array(songs);
      for (const circumstance of circumstances) {
        const counts = known.get(circumstance);
        if (!counts) continue;
        const { played, expected } = counts;
        // Of songs that came later nothing is known.
        const end = Math.min(songs, expected.length);
        for (let song = 0; song < end; song += 1)
          sums[song] =
            (sums[song] ?? 0) +
            Math.log(((played[song] ?? 0) + doubt) / ((expected[song] ?? 0) + doubt));
      }
      return sums;
    },
    record(circumstances, expected, played) {
      for (const circumstance of circumstances) {
        const counts = withRoomFor(expected.length, known.get(circumstance));
        known.set(circumstance, counts);
        const sums = counts.expected;
        for (let song = 0; song < expected.length; song += 1)
          sums[song] = (sums[song] ?? 0) + (expected[song] ?? 0);
        // A debut was expected by nobody, so it says nothing of the circumstance.
        for (const song of played)
          if (song < expected.length) counts.played[song] = (counts.played[song] ?? 0) + 1;
      }
    },
  };
}

/** The same counts; where there are more songs now, in longer arrays, with room for some more. */
function withRoomFor(songs: number, counts?: Counts): Counts {
  if (counts && counts.expected.length >= songs) return counts;
  const longer = { played: new Float64Array(2 * songs), expected: new Float64Array(2 * songs) };
  if (counts) {
    longer.played.set(counts.played);
    longer.expected.set(counts.expected);
  }
  return longer;
}
