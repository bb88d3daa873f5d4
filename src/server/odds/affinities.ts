/**
 * How much more or less often each song is played under some circumstance than its own rate lets one
 * expect: on Saturdays, in Ohio, the night after another song.
 */
export interface Affinities {
  /** Logarithm of played to expected; 0 where nothing is known. `song` is its number. */
  of(circumstance: string, song: number): number;
  /** Tells what a show under these circumstances was expected to have, and what it had. */
  record(
    circumstances: readonly string[],
    expected: readonly number[],
    played: readonly number[],
  ): void;
}

/** `doubt` is how many plays' worth of proof it takes. */
export function createAffinities(doubt: number): Affinities {
  const known = new Map<string, { played: number[]; expected: number[] }>();
  return {
    of(circumstance, song) {
      const counts = known.get(circumstance);
      if (!counts) return 0;
      return Math.log(
        ((counts.played[song] ?? 0) + doubt) / ((counts.expected[song] ?? 0) + doubt),
      );
    },
    record(circumstances, expected, played) {
      for (const circumstance of circumstances) {
        const counts = known.get(circumstance) ?? { played: [], expected: [] };
        known.set(circumstance, counts);
        // By number, as this is where an archive of thousands of shows takes its time.
        for (let song = 0; song < expected.length; song += 1)
          counts.expected[song] = (counts.expected[song] ?? 0) + (expected[song] ?? 0);
        // A debut was expected by nobody, so it says nothing of the circumstance.
        for (const song of played)
          if (song < expected.length) counts.played[song] = (counts.played[song] ?? 0) + 1;
      }
    },
  };
}
