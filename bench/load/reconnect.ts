import { RECONNECT } from '#contract/realtime.ts';
import { reconnectDelay } from '#web/realtime/reconnect-delay.ts';
import { type Database, openEvening } from '../../tests/crowd/evening.ts';
import { openCrowd } from './crowd.ts';
import type { Rush } from './report.ts';
import { PAGES } from './song.ts';

/** Nobody needs a second round of attempts: as long as all waits of the first take at most. */
const PROMISED_MS = longestRound();

/**
 * The server ends and starts again: 5,000 pages come back by the browser's rules and read the night.
 * Then a song shows that they are there.
 */
export async function reconnect(database: Database, signal: 'SIGTERM' | 'SIGKILL'): Promise<Rush> {
  const evening = await openEvening(database, PAGES);
  await evening.begin();
  const crowd = await openCrowd(evening);
  try {
    await crowd.expect(1);
    await evening.play(evening.songIds[11] ?? '');
    await crowd.wait();
    const memoryBefore = evening.peakMemory();

    await crowd.expect(1, true);
    const begun = Date.now();
    await evening.end(signal);
    await evening.start();
    const isReady = Date.now();
    const back = await crowd.wait();

    await crowd.expect(2);
    await evening.play(evening.songIds[22] ?? '');
    const after = await crowd.wait();
    return {
      name: `reconnect after ${signal}, ${database}`,
      what: `${PAGES} pages, from ${signal} to a line that is open and a night that was read`,
      times: back.at.map((at) => at - begun),
      promised: PROMISED_MS,
      errors: {
        'pages that stayed away': PAGES - back.at.length,
        'pages without the next song': PAGES - after.at.length,
      },
      notes: {
        'server ready after': `${isReady - begun} ms`,
        'last page after that': `${Math.max(...back.at) - isReady} ms`,
        'lines refused meanwhile': back.refusals,
        'requests refused meanwhile': back.failures,
        'server MB': `${memoryBefore ?? ''} before, ${evening.peakMemory() ?? ''} after`,
      },
    };
  } finally {
    crowd.close();
    await evening.close();
  }
}

function longestRound(): number {
  const waits = Array.from({ length: RECONNECT.attempts }, (_, n) =>
    reconnectDelay(n + 1, () => 1),
  );
  return waits.reduce<number>((sum, wait = 0) => sum + wait, 0);
}
