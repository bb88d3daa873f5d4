import { trainOdds } from '#server/odds/model/train-odds.ts';
import { generateArchive } from '../tests/support/generated-archive.ts';
import { compare, type Finding } from './support/compare.ts';

/** The size of the largest archive used to evaluate the odds (docs/odds.md). */
const SHOWS = 2_000;
const HABIT = { repertoire: 430, songsAShow: 20, rests: 3, always: 0 };
/** One pass is too short to compare with seconds. */
const PASSES = 50;

/**
 * Processor time in milliseconds to train the odds of the next show on 2,000 shows, as the server's
 * thread does. Compared with parsing the same archive of JSON lines fifty times and counting each
 * song's plays. Neither waits, so other load on the machine doesn't count.
 */
export function odds(): Promise<Finding> {
  const archive = generateArchive(HABIT, SHOWS);
  const lines = archive.map((show) => JSON.stringify(show));
  const tonight = { ...{ venue: 'Hall', city: 'Town 1', state: null }, date: '2040-01-05' };
  return compare({
    benchmark: 'odds',
    unit: 'ms',
    rounds: 3,
    product: async () =>
      processorTime(() => {
        const { chances } = trainOdds({ played: archive, targets: [{ id: 'next', ...tonight }] });
        if (chances.get('next')?.length !== HABIT.repertoire) throw new Error('Songs are missing.');
      }),
    baseline: async () =>
      processorTime(() => {
        for (let pass = 0; pass < PASSES; pass += 1) countPlays(lines);
      }),
    threshold: { atMost: 11 },
  });
}

function processorTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function countPlays(lines: readonly string[]): Map<string, number> {
  const plays = new Map<string, number>();
  for (const line of lines)
    for (const { song } of (JSON.parse(line) as { songs: { song: string }[] }).songs)
      plays.set(song, (plays.get(song) ?? 0) + 1);
  return plays;
}
