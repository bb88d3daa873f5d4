import { addDetails, compare, type Finding, median } from './support/compare.ts';
import { openTwoCrowds } from './support/two-crowds.ts';

const ROUND_COUNT = 9;
const MAX_REQUESTS = 0.05;

/**
 * Measures the time from a song's POST until the last of 5,000 pages has the new row, its points
 * and its rank among 100,000. Compares it with a bare ws server and equivalent pages. Fails if the
 * pages send more than 0.05 requests per page and song.
 */
export async function measureNight(): Promise<Finding> {
  const crowds = await openTwoCrowds({ hasPages: true });
  const [p99s, requests, bytes]: [number[], number[], number[]] = [[], [], []];
  try {
    const finding = await compare({
      benchmark: 'night',
      unit: 'ms',
      rounds: ROUND_COUNT,
      async product() {
        const { durations, refetches, message } = await crowds.song();
        p99s.push(durations[Math.floor(durations.length * 0.99)] ?? Number.NaN);
        requests.push(refetches / durations.length);
        bytes.push(message.length);
        return durations.at(-1) ?? Number.NaN;
      },
      baseline: async () => (await crowds.bareSong()).durations.at(-1) ?? Number.NaN,
      threshold: { atMost: 2 },
    });
    const refetches = Math.max(...requests);
    if (refetches > MAX_REQUESTS) throw new Error(`${refetches} requests per page and song`);
    return addDetails(finding, {
      'p99 ms': median(p99s.slice(1)),
      'requests a page': refetches,
      'bytes a song': median(bytes),
    });
  } finally {
    await crowds.close();
  }
}
