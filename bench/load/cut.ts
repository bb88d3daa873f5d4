import { playThroughCuts } from '../../tests/crowd/cuts.ts';
import { type Database, openEvening } from '../../tests/crowd/evening.ts';
import type { Rush } from './report.ts';

const PAGES = 1_000;
const PROMISED_MS = 1_000;
/** What a page may take to show what is stored, after its last line opened. */
const GRACE_MS = 3_000;

/** AnyCable's published profile: sockets cut every 15 s or so, 2 s away, while 120 changes are made. */
export async function cut(database: Database): Promise<Rush> {
  const evening = await openEvening(database, PAGES);
  try {
    const profile = { changes: 120, betweenChangesMs: 500, cutEvery: 30, awayFor: 4 };
    const { catchUps, behind } = await playThroughCuts(evening, profile, GRACE_MS);
    return {
      name: `cut, ${database}`,
      what: `${PAGES} pages, from each reopening until all that was missed is read`,
      times: catchUps.flat(),
      promised: PROMISED_MS,
      errors: { 'pages that differ from the database': behind.length },
      notes: { 'server MB': evening.peakMemory() ?? '' },
    };
  } finally {
    await evening.close();
  }
}
