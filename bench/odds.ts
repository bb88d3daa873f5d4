import { trainOdds } from '#server/odds/model/train-odds.ts';
import { generateArchive } from '../tests/support/generated-archive.ts';
import { compare, type Finding } from './support/compare.ts';

/** The size of the largest archive that evaluates the odds (docs/odds.md). */
const SHOW_COUNT = 2_000;
const HABIT = { repertoire: 430, songsPerShow: 20, restShows: 3, fixedSongs: 0 };
/** A single pass is too short to measure. */
const PASS_COUNT = 50;

/**
 * Measures the CPU time (in ms) to train the odds on 2,000 shows. Compares it with parsing the same
 * JSON lines fifty times. Uses CPU time, so that other load doesn't count.
 */
export function measureOdds(): Promise<Finding> {
  const archive = generateArchive(HABIT, SHOW_COUNT);
  const lines = archive.map((show) => JSON.stringify(show));
  const nextShow = { ...{ venue: 'Hall', city: 'Town 1', state: null }, date: '2040-01-05' };
  return compare({
    benchmark: 'odds',
    unit: 'ms',
    rounds: 3,
    product: async () =>
      measureCpuTime(() => {
        const { chances } = trainOdds({ played: archive, targets: [{ id: 'next', ...nextShow }] });
        if (chances.get('next')?.length !== HABIT.repertoire) throw new Error('Songs are missing.');
      }),
    baseline: async () =>
      measureCpuTime(() => {
        for (let pass = 0; pass < PASS_COUNT; pass += 1) countPlays(lines);
      }),
    threshold: { atMost: 7 },
  });
}

function measureCpuTime(work: () => void): number {
  const startUsage = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(startUsage);
  return (user + system) / 1000;
}

function countPlays(lines: readonly string[]): Map<string, number> {
  const plays = new Map<string, number>();
  for (const line of lines)
    for (const { song } of (JSON.parse(line) as { songs: { song: string }[] }).songs)
      plays.set(song, (plays.get(song) ?? 0) + 1);
  return plays;
}
